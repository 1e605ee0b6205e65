/** Group of the reference provider's API, which is its export's name too. */
export const apiGroup = 'postgres.services.open-control-plane.io';
export const exportName = apiGroup;

/** Namespace of the provider on the platform cluster. */
export const providerNamespace = 'postgres-system';

/** Path of a database, or of all in a namespace, below a cluster or workspace. */
export function databasesPath(name?: string, namespace = 'default'): string {
  const all = `/apis/${apiGroup}/v1alpha1/namespaces/${namespace}/databases`;
  return name === undefined ? all : `${all}/${name}`;
}

/** Path of the ProviderConfig on the platform cluster. */
export const providerConfigPath = `/apis/${apiGroup}/v1alpha1/postgresconfigs/postgres`;
