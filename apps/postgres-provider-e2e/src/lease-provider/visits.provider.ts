import { defineOffer, defineProvider } from '@kcp-runtime/nest';
import { Post } from './post.js';
import { VisitsConfig } from './visits-config.js';

/** Posts, as many as a tenant likes. */
export const posts = defineOffer(Post, {
  config: VisitsConfig,
  instances: 'many',
  references: ({ config }) => [{ kind: 'Secret', name: config.databaseSecret }],
});

/** A provider for the stories about leases: it visits posts and writes every visit into a book. */
export const visitsProvider = defineProvider({ name: 'visits', config: VisitsConfig, offers: [posts] });
