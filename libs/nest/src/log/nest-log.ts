import { Logger } from '@nestjs/common';
import type { LogFields, OrderLog } from '../offer/order.js';

/** A log that ends in Nest's Logger, and so wherever the app has sent that. `always` stands in every line. */
export function nestLog(name: string, always: LogFields = {}): OrderLog {
  const logger = new Logger(name);
  return {
    debug: (message, fields) => logger.debug(message, { ...always, ...fields }),
    info: (message, fields) => logger.log(message, { ...always, ...fields }),
    warn: (message, fields) => logger.warn(message, { ...always, ...fields }),
    error: (message, fields) => logger.error(message, { ...always, ...fields }),
  };
}
