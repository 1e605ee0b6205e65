import { describe, expect, it } from '@jest/globals';
import { bindingFault } from './binding-fault.js';

const status = (phase: string, ...conditions: object[]): object => ({ phase, conditions: conditions.map((condition) => ({ status: 'False', message: 'boxes is taken', ...condition })) });

describe('a binding', () => {
  it('that kcp is still at work on has no fault', () => {
    const waiting = { reason: 'WaitingForEstablished' };
    expect(bindingFault(status('Binding', { type: 'Ready', ...waiting }, { type: 'BindingUpToDate', ...waiting }), [])).toBeUndefined();
  });

  it('whose name is taken from the start has to be made again once the other is gone', () => {
    const fault = bindingFault(status('Binding', { type: 'BindingUpToDate', reason: 'NamingConflicts' }), []);
    expect(fault).toEqual({ reason: 'NamingConflicts', message: expect.stringMatching(/boxes is taken.*makes it again/) });
  });

  it('whose name is taken later goes on with its old schema', () => {
    const fault = bindingFault(status('Bound', { type: 'BindingUpToDate', reason: 'NamingConflicts' }), []);
    expect(fault?.message).toContain('stays with the schema that it has');
  });

  it('whose export kcp cannot use is the provider’s matter', () => {
    const fault = bindingFault(status('Bound', { type: 'APIExportValid', reason: 'InternalError', message: 'schema not found' }, { type: 'BindingUpToDate', reason: 'InternalError' }), []);
    expect(fault).toEqual({ reason: 'InternalError', message: expect.stringContaining('KcpPublished') });
  });

  it('that grants too little names what is missing', () => {
    expect(bindingFault(status('Bound'), [{ group: '', resource: 'secrets', verbs: ['create'] }])).toEqual({
      reason: 'PermissionClaimsNotAccepted',
      message: expect.stringContaining('secrets (create)'),
    });
  });
});
