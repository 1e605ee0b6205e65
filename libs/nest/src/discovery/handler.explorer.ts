import { Injectable } from '@nestjs/common';
import { ContextIdFactory, DiscoveryService, MetadataScanner, ModuleRef } from '@nestjs/core';
import { marksOf } from '../handler/handler-mark.js';
import type { FoundHandler, HandlerCall } from './found-handler.js';

type InstanceWrapper = ReturnType<DiscoveryService['getProviders']>[number];
type Methods = Record<string, (subject: object) => Promise<unknown>>;

/**
 * Finds the decorated methods of every class that Nest made. It returns data: it calls no handler and judges nothing.
 * To be asked once every instance is there, so from `onApplicationBootstrap` on.
 */
@Injectable()
export class HandlerExplorer {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly modules: ModuleRef,
  ) {}

  /** Every decorated method, in the order of Nest's modules. */
  explore(): FoundHandler[] {
    return [
      ...this.discovery.getProviders().flatMap((wrapper) => this.handlersOf(wrapper, 'provider')),
      ...this.discovery.getControllers().flatMap((wrapper) => this.handlersOf(wrapper, 'controller')),
    ];
  }

  private handlersOf(wrapper: InstanceWrapper, home: FoundHandler['home']): FoundHandler[] {
    const prototype = wrapper.isAlias ? undefined : prototypeOf(wrapper);
    if (!prototype) return [];
    return this.scanner.getAllMethodNames(prototype).flatMap((methodName) =>
      marksOf(prototype[methodName] ?? noMethod).map((mark) => ({
        ...mark,
        home,
        className: prototype.constructor.name,
        methodName,
        call: this.callOf(wrapper, methodName),
      })),
    );
  }

  private callOf(wrapper: InstanceWrapper, methodName: string): HandlerCall {
    if (isSingleton(wrapper)) return (subject) => invoke(wrapper.instance, methodName, subject);
    return async (subject) => {
      const context = ContextIdFactory.create();
      this.modules.registerRequestByContextId(subject, context);
      const handler: unknown = await this.modules.resolve(wrapper.token, context, { strict: false });
      return invoke(handler, methodName, subject);
    };
  }
}

const noMethod = (): void => undefined;

/** Where the methods stand. Values may have no prototype at all, and what is made for a request has no instance yet. */
function prototypeOf(wrapper: InstanceWrapper): Methods | undefined {
  const instance: unknown = isSingleton(wrapper) ? wrapper.instance : undefined;
  if (typeof instance === 'object' && instance !== null) return Object.getPrototypeOf(instance) ?? undefined;
  return wrapper.metatype?.prototype;
}

function isSingleton(wrapper: InstanceWrapper): boolean {
  return wrapper.isDependencyTreeStatic() && !wrapper.isTransient;
}

function invoke(handler: unknown, methodName: string, subject: object): Promise<unknown> {
  const method = (handler as Methods)[methodName];
  if (!method) throw new TypeError(`${methodName} is no longer a method of its class`);
  return method.call(handler, subject);
}
