import { ServiceApi, serviceObject } from '@kcp-runtime/nest';
import { IsInt, IsOptional, Max, Min } from 'class-validator';

/** What a tenant may say of a post. */
export class PostSpec {
  /** Lines that a visit of this post writes, where it is not as many as the ProviderConfig says. */
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(1_000_000)
  steps?: number;
}
/** Nothing is told. */
export class PostStatus {}

/** A post that is visited, by a handler that writes down what it does. */
@ServiceApi({ group: 'posts.services.open-control-plane.io', version: 'v1', kind: 'Post' })
export class Post extends serviceObject(PostSpec, PostStatus) {}
