/** Name of the ServiceProvider, and so of its ProviderConfig, its Job (`sp-postgres-init`) and its Deployment (`sp-postgres`). */
export const providerName = 'postgres';
/** The image that the built provider stands for. */
export const providerImage = 'postgres-provider:e2e';
/** Namespace of the operator, where it runs the providers and where their Secrets stand. */
export const systemNamespace = 'openmcp-system';

export const serviceProviderPath = `/apis/openmcp.cloud/v1alpha1/serviceproviders/${providerName}`;
export const deploymentPath = `/apis/apps/v1/namespaces/${systemNamespace}/deployments/sp-${providerName}`;
export const initJobPath = `/apis/batch/v1/namespaces/${systemNamespace}/jobs/sp-${providerName}-init`;

/** By which somebody holds an order or a ProviderConfig (`ignore`), or has it looked at (`reconcile`). */
export const operationAnnotation = 'openmcp.cloud/operation';
