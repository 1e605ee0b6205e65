import { KcpRuntimeModule, OnOrder, ProviderConfigApi, ServiceApi, defineOffer, defineProvider, providerConfigObject, ready, serviceObject } from '@kcp-runtime/nest';
import { Injectable, Module } from '@nestjs/common';

/** API group of the boxes. */
export const group = 'boxes.services.open-control-plane.io';

class Empty {}
@ServiceApi({ group, version: 'v1alpha1', kind: 'Box', plural: 'boxes' })
class Box extends serviceObject(Empty, Empty) {}
@ProviderConfigApi({ group, version: 'v1alpha1', kind: 'BoxConfig' })
class BoxConfig extends providerConfigObject(Empty) {}
const boxes = defineOffer(Box, { config: BoxConfig });

/** The least that a provider is: it makes nothing, and is ready. */
export const boxProvider = defineProvider({ name: 'boxes', config: BoxConfig, offers: [boxes] });

@Injectable()
class BoxHandler {
  @OnOrder(boxes)
  async provide() {
    return ready();
  }
}

/** Its app. */
@Module({ imports: [KcpRuntimeModule.forRoot(boxProvider)], providers: [BoxHandler] })
export class BoxModule {}
