import { SchemaMistakes, apiResourceSchema, customResourceDefinition, readApiClass } from '@kcp-runtime/schema';
import type { ServiceApiClass } from '@kcp-runtime/schema';
import type { AnyOffer } from '../offer/offer.js';
import type { Provider } from '../offer/provider.js';
import type { BootMistake } from './boot-mistakes.js';

const DNS_LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** The mistakes of a provider's offers and classes, known without the app that handles them. */
export function providerMistakes(provider: Provider): BootMistake[] {
  const config = readConfig(provider);
  const apis = [...new Set(provider.offers.map(({ api }) => api))].map(readApi);
  return [
    ...nameMistakes(provider),
    ...[config, ...apis].flatMap((read) => (read.kind === 'mistaken' ? read.mistakes : [])),
    ...kindMistakes(apis.flatMap((read) => (read.kind === 'read' ? read.value : []))),
    ...duplicates(provider.offers.map(({ api }) => api)).map((api) => ({ where: `class ${api.name}`, message: 'two offers are made of it. Keep one.' })),
    ...controllerMistakes(provider),
    ...provider.offers.flatMap((offer) => offerMistakes(provider, offer)),
  ];
}

/** How messages call an offer. */
export function offerTitle(offer: AnyOffer): string {
  return `offer ${offer.api.name}`;
}

function nameMistakes({ name, offers, modes }: Provider): BootMistake[] {
  const where = `provider ${JSON.stringify(name)}`;
  return [
    ...(DNS_LABEL.test(name) ? [] : [{ where, message: 'its name ends up in names of Kubernetes objects. Use lower-case letters, digits and dashes, 63 at most.' }]),
    ...(offers.length > 0 ? [] : [{ where, message: 'it offers nothing. Put at least one defineOffer(…) into offers.' }]),
    ...(modes.length > 0 ? [] : [{ where, message: "it can't be ordered anywhere. Leave modes out, or name 'standard' or 'kcp'." }]),
  ];
}

type Reading<T> = { readonly kind: 'read'; readonly value: T } | { readonly kind: 'mistaken'; readonly mistakes: readonly BootMistake[] };

/** All that is published is made once here: what can't be made has its mistakes told by the schema. */
function reading<T>(read: () => T): Reading<T> {
  try {
    return { kind: 'read', value: read() };
  } catch (error) {
    if (error instanceof SchemaMistakes) return { kind: 'mistaken', mistakes: error.mistakes };
    throw error;
  }
}

function readConfig({ config, modes }: Provider): Reading<unknown> {
  return reading(() => customResourceDefinition(readApiClass(config), { cluster: 'platform', modes }));
}

function readApi(ctor: AnyOffer['api']): Reading<ServiceApiClass> {
  return reading(() => {
    const api = readApiClass(ctor);
    customResourceDefinition(api, { cluster: 'onboarding' });
    apiResourceSchema(api);
    return api;
  });
}

function kindMistakes(apis: readonly ServiceApiClass[]): BootMistake[] {
  const groups = new Set(apis.map(({ group }) => group));
  return [
    ...duplicates(apis.map(({ kind, group }) => `kind ${kind} of ${group}`)).map((where) => ({ where, message: 'it is offered twice. Keep one offer.' })),
    ...duplicates(apis.map(({ plural, group }) => `${plural}.${group}`)).map((where) => ({
      where,
      message: 'two offers have this plural. Say another with plural in @ServiceApi.',
    })),
    ...(groups.size < 2 ? [] : [{ where: [...groups].join(', '), message: 'export, finalizer and identity come from the API group: offers of one provider share one. Make a provider of each group.' }]),
  ];
}

/** Two kinds of one tenant may bear one name, and their requests must not. */
function controllerMistakes({ name, offers }: Provider): BootMistake[] {
  const nameless = offers.filter(({ controller }) => controller === undefined).slice(1);
  const controllers = offers.flatMap(({ controller }) => controller ?? []);
  return [
    ...nameless.map((offer) => ({ where: offerTitle(offer), message: "all offers but one say a controller of their own: add controller: '…' to defineOffer." })),
    ...duplicates([...controllers, ...(offers.length > controllers.length ? [name] : [])]).map((controller) => ({
      where: `controller ${controller}`,
      message: 'two offers have it, or it is the name of the provider. Give each offer its own.',
    })),
    ...controllers.filter((controller) => !DNS_LABEL.test(controller)).map((controller) => ({
      where: `controller ${JSON.stringify(controller)}`,
      message: 'use lower-case letters, digits and dashes, 63 at most.',
    })),
  ];
}

function offerMistakes(provider: Provider, offer: AnyOffer): BootMistake[] {
  if (offer.config === provider.config) return [];
  return [{ where: offerTitle(offer), message: `its config class is another ${offer.config.name} than the provider's. Use one class for all.` }];
}

function duplicates<T>(things: readonly T[]): T[] {
  return [...new Set(things.filter((thing, index) => things.indexOf(thing) !== index))];
}
