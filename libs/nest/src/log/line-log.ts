import type { LoggerService } from '@nestjs/common';
import type { OrderLog } from '../offer/order.js';

/** A log that ends in this logger: for what is said before there is an app, and without one. */
export function lineLog(logger: LoggerService, name: string): OrderLog {
  return {
    debug: (message, fields = {}) => logger.debug?.(message, fields, name),
    info: (message, fields = {}) => logger.log(message, fields, name),
    warn: (message, fields = {}) => logger.warn(message, fields, name),
    error: (message, fields = {}) => logger.error(message, fields, name),
  };
}
