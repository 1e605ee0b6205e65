import { ProviderConfigApi, ServiceApi, defineOffer, defineProvider, providerConfigObject, serviceObject } from '@kcp-runtime/nest';
import { IsOptional, IsString } from 'class-validator';

export class WidgetSpec {
  @IsOptional()
  @IsString()
  size?: string;

  /** Fills an order up to the size of a real one. */
  @IsOptional()
  @IsString()
  note?: string;

  /** When its owner made or changed it, for scenarios that measure how long it took to the handler. */
  @IsOptional()
  @IsString()
  stamp?: string;
}

export class WidgetStatus {
  @IsOptional()
  @IsString()
  seen?: string;
}

@ServiceApi({ group: 'widgets.services.open-control-plane.io', version: 'v1alpha1', kind: 'Widget' })
export class Widget extends serviceObject(WidgetSpec, WidgetStatus) {}

export class WidgetConfigSpec {
  @IsOptional()
  @IsString()
  note?: string;
}

@ProviderConfigApi({ group: 'widgets.services.open-control-plane.io', version: 'v1alpha1', kind: 'WidgetConfig' })
export class WidgetConfig extends providerConfigObject(WidgetConfigSpec) {}

export const widgets = defineOffer(Widget, { config: WidgetConfig, instances: 'many' });
export const widgetProvider = defineProvider({ name: 'widgets', config: WidgetConfig, offers: [widgets] });
