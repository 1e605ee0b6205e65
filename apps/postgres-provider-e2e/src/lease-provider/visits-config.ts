import { Default, ProviderConfigApi, providerConfigObject } from '@kcp-runtime/nest';
import { IsIn, IsInt, IsString, Max, Min } from 'class-validator';

/** How the handler behaves. */
export class VisitsConfigSpec {
  /** Secret on the platform with the key `uri` of the book's database. */
  @IsString()
  @Default('visits-database')
  databaseSecret!: string;

  /** Lines that a visit writes between entering and leaving. */
  @IsInt()
  @Min(0)
  @Max(1_000_000)
  @Default(10)
  steps!: number;

  /** Milliseconds before each of them. */
  @IsInt()
  @Min(1)
  @Max(60_000)
  @Default(50)
  stepMs!: number;

  /** `again`: a post is never done with, so that every fault falls into a visit. */
  @IsIn(['again', 'ready'])
  @Default('again')
  answers!: 'again' | 'ready';

  /** `never`: the handler goes on whatever its signal says. */
  @IsIn(['always', 'never'])
  @Default('always')
  listens!: 'always' | 'never';
}

@ProviderConfigApi({ group: 'posts.services.open-control-plane.io', version: 'v1', kind: 'VisitsConfig' })
export class VisitsConfig extends providerConfigObject(VisitsConfigSpec) {}
