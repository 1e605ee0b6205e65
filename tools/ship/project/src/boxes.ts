import { Injectable, Module } from '@nestjs/common';
import {
  Default, KcpRuntimeModule, OnDelete, OnOrder, ProviderConfigApi, ServiceApi, defineOffer, defineProvider, gone, manages, providerConfigObject, ready, serviceObject,
} from '@kcp-runtime/nest';
import type { DeletionOf, OrderOf, ProvidedBy, Removed } from '@kcp-runtime/nest';
import { IsIn, IsOptional, IsString } from 'class-validator';

const group = 'boxes.services.example.io';

export class BoxSpec {
  @IsIn(['small', 'large'])
  @Default('small')
  size!: 'small' | 'large';
}
export class BoxStatus {
  @IsOptional()
  @IsString()
  place?: string;
}
export class BoxConfigSpec {}

@ServiceApi({ group, version: 'v1alpha1', kind: 'Box', plural: 'boxes' })
export class Box extends serviceObject(BoxSpec, BoxStatus) {}

@ProviderConfigApi({ group, version: 'v1alpha1', kind: 'BoxConfig' })
export class BoxConfig extends providerConfigObject(BoxConfigSpec) {}

export const boxes = defineOffer(Box, { config: BoxConfig, customer: [manages('', 'configmaps')], instances: 'many' });
export const provider = defineProvider({ name: 'boxes', config: BoxConfig, offers: [boxes] });

@Injectable()
export class BoxHandler {
  @OnOrder(boxes)
  async provide(order: OrderOf<typeof boxes>): Promise<ProvidedBy<typeof boxes>> {
    await order.customer.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: `${order.name}-box` }, data: { size: order.spec.size } });
    return ready({ place: order.identity });
  }

  @OnDelete(boxes)
  async remove(_order: DeletionOf<typeof boxes>): Promise<Removed> {
    return gone();
  }
}

@Module({ imports: [KcpRuntimeModule.forRoot(provider)], providers: [BoxHandler] })
export class AppModule {}
