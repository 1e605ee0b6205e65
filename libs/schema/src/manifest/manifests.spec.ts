import { describe, expect, it } from '@jest/globals';
import { IsInt, IsOptional, IsString } from 'class-validator';

import { providerConfigObject } from '../api-class/provider-config-object.js';
import { serviceObject } from '../api-class/service-object.js';
import { ProviderConfigApi, ServiceApi } from '../api-class/api-decorators.js';
import { Default } from '../decorators/default.js';
import { Describe, PrinterColumn } from '../decorators/documentation.js';
import { Immutable } from '../decorators/immutable.js';
import { Rule } from '../decorators/rule.js';
import { ItemsOf, Nested } from '../decorators/shape.js';
import { SchemaMistakes } from '../mistakes/schema-mistakes.js';
import { readApiClass } from '../api-class/read-api-class.js';
import { apiResourceSchema } from './api-resource-schema.js';
import { customResourceDefinition } from './crd.js';

const group = 'postgres.services.example.org';

class DatabaseSpec { @Describe('Size in GiB.') @PrinterColumn() @IsInt() size!: number }
class DatabaseStatus { @PrinterColumn({ name: 'Reached at' }) @IsString() host!: string }
@Describe('A database.')
@Rule("self.metadata.name != 'postgres'", 'that name is taken')
@ServiceApi({ group, version: 'v1alpha1', kind: 'Database', shortNames: ['db'] })
class Database extends serviceObject(DatabaseSpec, DatabaseStatus) {}

class PostgresConfigSpec { @IsString() server!: string }
@ProviderConfigApi({ group, version: 'v1alpha1', kind: 'PostgresConfig' })
class PostgresConfig extends providerConfigObject(PostgresConfigSpec) {}

const database = readApiClass(Database);
const config = readApiClass(PostgresConfig);
const schemaOf = (crd: ReturnType<typeof customResourceDefinition>) => crd.spec.versions[0]?.schema.openAPIV3Schema;

describe('the CRD of a service API', () => {
  const crd = customResourceDefinition(database, { cluster: 'onboarding' });

  it('says its names and where it belongs', () => {
    expect(crd.metadata).toEqual({ name: `databases.${group}`, labels: { 'openmcp.cloud/cluster': 'onboarding' } });
    expect(crd.spec.names).toEqual({ kind: 'Database', listKind: 'DatabaseList', plural: 'databases', singular: 'database', shortNames: ['db'] });
  });

  it('shows phase, the columns of the author and age', () => {
    expect(crd.spec.versions[0]?.additionalPrinterColumns.map(({ name, type, jsonPath }) => [name, type, jsonPath])).toEqual([
      ['Phase', 'string', '.status.phase'],
      ['Size', 'integer', '.spec.size'],
      ['Reached at', 'string', '.status.host'],
      ['Age', 'date', '.metadata.creationTimestamp'],
    ]);
  });

  it('requires the common status and none of its own fields', () => {
    const status = schemaOf(crd)?.properties?.['status'];
    expect(status?.required).toEqual(['observedGeneration', 'phase']);
    expect(Object.keys(status?.properties ?? {})).toEqual(['conditions', 'host', 'observedGeneration', 'phase']);
  });

  it('has conditions as Kubernetes defines them', () => {
    const conditions = schemaOf(crd)?.properties?.['status']?.properties?.['conditions'];
    expect(conditions).toMatchObject({ 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['type'] });
    expect(conditions?.items?.required).toEqual(['lastTransitionTime', 'message', 'reason', 'status', 'type']);
    expect(conditions?.items?.properties?.['reason']).toMatchObject({ type: 'string', minLength: 1, maxLength: 1024, pattern: '^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$' });
  });

  it('carries description and rules of the whole object', () => {
    expect(schemaOf(crd)).toMatchObject({ description: 'A database.', required: ['spec'], 'x-kubernetes-validations': [{ message: 'that name is taken' }] });
  });

  it('fills in a spec that may be left out, so that the defaults in it count', () => {
    class EasySpec { @Default(1) @IsInt() size!: number }
    @ServiceApi({ group, version: 'v1', kind: 'Easy' })
    class Easy extends serviceObject(EasySpec, DatabaseStatus) {}
    const schema = schemaOf(customResourceDefinition(readApiClass(Easy), { cluster: 'onboarding' }));
    expect([schema?.required, schema?.properties?.['spec']?.default]).toEqual([undefined, {}]);
  });
});

describe('the CRD of a ProviderConfig', () => {
  it('is cluster-scoped and has what the runtime adds', () => {
    const crd = customResourceDefinition(config, { cluster: 'platform' });
    expect(crd.spec.scope).toBe('Cluster');
    expect(Object.keys(schemaOf(crd)?.properties?.['spec']?.properties ?? {})).toEqual(['caBundleRef', 'kcp', 'pollInterval', 'server', 'workloadPurpose']);
    expect(schemaOf(crd)?.properties?.['status']?.properties?.['kcp']?.type).toBe('object');
  });

  it('does not require a status field, since it has two writers', () => {
    expect(schemaOf(customResourceDefinition(config, { cluster: 'platform' }))?.properties?.['status']?.required).toBeUndefined();
  });

  it('has no kcp where the provider has no kcp mode', () => {
    const schema = schemaOf(customResourceDefinition(config, { cluster: 'platform', modes: ['standard'] }));
    expect([schema?.properties?.['spec']?.properties?.['kcp'], schema?.properties?.['status']?.properties?.['kcp']]).toEqual([undefined, undefined]);
  });
});

describe('an APIResourceSchema', () => {
  it('has the schema itself, without the wrapper of a CRD', () => {
    expect(apiResourceSchema(database).spec.versions[0]?.schema).toEqual(schemaOf(customResourceDefinition(database, { cluster: 'onboarding' })));
  });

  it('is named by its content', () => {
    expect(apiResourceSchema(database).metadata.name).toMatch(/^v[0-9a-f]{8}\.databases\.postgres\.services\.example\.org$/);
  });

  it('has the same name for the same class in another order', () => {
    const named = (first: 'a' | 'b') => {
      class Spec {}
      for (const name of first === 'a' ? ['a', 'b'] : ['b', 'a']) IsString()(Spec.prototype, name);
      class Api extends serviceObject(Spec, DatabaseStatus) {}
      ServiceApi({ group, version: 'v1', kind: 'Same' })(Api);
      return apiResourceSchema(readApiClass(Api)).metadata.name;
    };
    expect(named('a')).toBe(named('b'));
  });

  it('has another name when only a description changes', () => {
    const named = (text: string) => {
      class Spec { @Describe(text) @IsString() a!: string }
      class Api extends serviceObject(Spec, DatabaseStatus) {}
      ServiceApi({ group, version: 'v1', kind: 'Same' })(Api);
      return apiResourceSchema(readApiClass(Api)).metadata.name;
    };
    expect(named('before')).not.toBe(named('after'));
  });
});

describe('an API class that is wrong', () => {
  class Many { @PrinterColumn() @IsString() name!: string }
  class WrongSpec { @IsOptional() anything?: object; @ItemsOf(() => Many) many!: Many[] }
  class WrongStatus { @IsString() phase!: string; @Immutable() @IsString() fixed!: string; @Nested(() => Many) inside!: Many }
  @ServiceApi({ group: 'nodot', version: '1', kind: 'lower', plural: 'Upper' })
  class Wrong extends serviceObject(WrongSpec, WrongStatus) {}

  it('tells the mistakes of names, spec and status in one message', () => {
    let mistakes: readonly { where: string; message: string }[] = [];
    try {
      readApiClass(Wrong);
    } catch (error) {
      mistakes = error instanceof SchemaMistakes ? error.mistakes : [];
    }
    expect(mistakes.map(({ where }) => where)).toEqual(['Wrong', 'Wrong', 'Wrong', 'Wrong', 'WrongSpec.anything', 'WrongSpec.many', 'WrongStatus.phase', 'WrongStatus']);
    expect(mistakes.map(({ message }) => message)).toEqual([
      'the group nodot must be a domain name with a dot, such as postgres.example.org',
      'the version 1 must look like v1, v1beta1 or v1alpha1',
      'the kind lower must be letters and digits and begin with a capital letter',
      'the name Upper must be lower case letters, digits and hyphens, and begin with a letter',
      expect.stringMatching(/^nothing says what it may be/),
      expect.stringMatching(/^the column Name stands on something that there are many of/),
      expect.stringMatching(/^is a property that the runtime adds/),
      expect.stringMatching(/^WrongStatus.fixed is immutable/),
    ]);
  });

  it('is told when it has no decorator of its own', () => {
    class Nameless extends serviceObject(DatabaseSpec, DatabaseStatus) {}
    expect(() => readApiClass(Nameless)).toThrow('Nameless: has no @ServiceApi({ group, version, kind })');
  });

  it('does not take the names of the class that it extends', () => {
    class Child extends Database {}
    expect(() => readApiClass(Child)).toThrow(SchemaMistakes);
  });

  it('is told when a column of the whole object does not say where it looks', () => {
    @PrinterColumn({ name: 'Version' })
    @ServiceApi({ group, version: 'v1', kind: 'Columned' })
    class Columned extends serviceObject(DatabaseSpec, DatabaseStatus) {}
    expect(() => readApiClass(Columned)).toThrow('Columned: a @PrinterColumn on a class needs name, type and jsonPath');
  });

  it("may not use the runtime's own properties in a ProviderConfig", () => {
    class TakenSpec { @IsString() pollInterval!: string }
    @ProviderConfigApi({ group, version: 'v1', kind: 'Taken' })
    class Taken extends providerConfigObject(TakenSpec) {}
    expect(() => readApiClass(Taken)).toThrow('TakenSpec.pollInterval: is a property that the runtime adds');
  });
});

describe('the plural of a kind', () => {
  it.each([['Database', 'databases'], ['Policy', 'policies'], ['Proxy', 'proxies'], ['Index', 'indexes'], ['Gateway', 'gateways'], ['Address', 'addresses']])('%s is %s', (kind, plural) => {
    class Api extends serviceObject(DatabaseSpec, DatabaseStatus) {}
    ServiceApi({ group, version: 'v1', kind })(Api);
    expect(readApiClass(Api).plural).toBe(plural);
  });
});
