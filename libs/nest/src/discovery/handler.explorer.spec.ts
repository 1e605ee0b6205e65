import { Controller, Inject, Injectable, Module, Scope } from '@nestjs/common';
import type { Provider } from '@nestjs/common';
import { DiscoveryModule, REQUEST } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { describe, expect, it } from '@jest/globals';
import { providerConfigObject, serviceObject } from '@kcp-runtime/schema';
import { OnDelete } from '../handler/on-delete.decorator.js';
import { OnOrder } from '../handler/on-order.decorator.js';
import { gone, ready } from '../offer/answer.js';
import { defineOffer } from '../offer/define-offer.js';
import type { OrderOf, ProvidedBy } from '../offer/offer.js';
import { HandlerExplorer } from './handler.explorer.js';

class DatabaseSpec {
  plan!: string;
}
class DatabaseStatus {
  host?: string;
}
class ConfigSpec {}
class Database extends serviceObject(DatabaseSpec, DatabaseStatus) {}
class Config extends providerConfigObject(ConfigSpec) {}
const databases = defineOffer(Database, { config: Config });
type DatabaseOrder = OrderOf<typeof databases>;

@Injectable()
class Servers {
  readonly host = 'db.local';
}

@Injectable()
class DatabaseHandler {
  constructor(private readonly servers: Servers) {}

  @OnOrder(databases)
  async provide(order: DatabaseOrder): Promise<ProvidedBy<typeof databases>> {
    return ready({ host: `${order.name}.${this.servers.host}` });
  }

  @OnDelete(databases)
  async remove() {
    return gone();
  }
}

async function explore(providers: Provider[], controllers: (new () => object)[] = []) {
  @Module({ imports: [DiscoveryModule], providers: [...providers, Servers, HandlerExplorer], controllers })
  class AppModule {}
  const app = await Test.createTestingModule({ imports: [AppModule] }).compile();
  return app.get(HandlerExplorer).explore();
}

describe('the handlers of an app', () => {
  it('are found with their role, offer, class and method', async () => {
    const found = await explore([DatabaseHandler]);
    expect(found.map(({ role, offer, className, methodName }) => ({ role, isOurs: offer === databases, className, methodName }))).toEqual([
      { role: 'onOrder', isOurs: true, className: 'DatabaseHandler', methodName: 'provide' },
      { role: 'onDelete', isOurs: true, className: 'DatabaseHandler', methodName: 'remove' },
    ]);
  });

  it('answer with what was injected into them', async () => {
    const [provide] = await explore([DatabaseHandler]);
    expect(await provide?.call({ name: 'main' })).toEqual(ready({ host: 'main.db.local' }));
  });

  it('are found once under several names', async () => {
    const found = await explore([DatabaseHandler, { provide: 'alias', useExisting: DatabaseHandler }]);
    expect(found).toHaveLength(2);
  });

  it('are found where a factory made them', async () => {
    const found = await explore([{ provide: 'made', useFactory: (servers: Servers) => new DatabaseHandler(servers), inject: [Servers] }]);
    expect(found).toHaveLength(2);
  });

  it('are found in a class that inherits them', async () => {
    @Injectable()
    class SpecialHandler extends DatabaseHandler {}
    const found = await explore([SpecialHandler]);
    expect(found.map(({ className }) => className)).toEqual(['SpecialHandler', 'SpecialHandler']);
  });

  it('are looked for beside values without a prototype', async () => {
    const found = await explore([DatabaseHandler, { provide: 'bare', useValue: Object.create(null) }, { provide: 'nothing', useValue: null }]);
    expect(found).toHaveLength(2);
  });

  // Reported as nestjs/schedule#329
  it('are told apart where they stand on a controller', async () => {
    @Controller()
    class DatabaseController {
      @OnDelete(databases)
      async remove() {
        return gone();
      }
    }
    const found = await explore([], [DatabaseController]);
    expect(found.map(({ home, className }) => [home, className])).toEqual([['controller', 'DatabaseController']]);
  });
});

describe('a request-scoped handler', () => {
  @Injectable({ scope: Scope.REQUEST })
  class OrderNotes {
    constructor(@Inject(REQUEST) readonly order: DatabaseOrder) {}
  }

  @Injectable()
  class ScopedHandler {
    calls = 0;
    constructor(private readonly notes: OrderNotes) {}

    @OnOrder(databases)
    async provide(order: DatabaseOrder): Promise<ProvidedBy<typeof databases>> {
      this.calls += 1;
      return ready({ host: `${this.notes.order.name} ${this.notes.order === order} ${this.calls}` });
    }
  }

  it('gets the order as its request', async () => {
    const [provide] = await explore([ScopedHandler, OrderNotes]);
    expect(await provide?.call({ name: 'red' })).toEqual(ready({ host: 'red true 1' }));
  });

  it('is made anew for each order', async () => {
    const [provide] = await explore([ScopedHandler, OrderNotes]);
    await provide?.call({ name: 'red' });
    expect(await provide?.call({ name: 'blue' })).toEqual(ready({ host: 'blue true 1' }));
  });
});

describe('what a handler throws', () => {
  it('comes out as it is', async () => {
    class Broken extends Error {}
    @Injectable()
    class BrokenHandler {
      @OnOrder(databases)
      async provide(): Promise<ProvidedBy<typeof databases>> {
        throw new Broken('no server');
      }
    }
    const [provide] = await explore([BrokenHandler]);
    await expect(provide?.call({})).rejects.toThrow(Broken);
  });
});
