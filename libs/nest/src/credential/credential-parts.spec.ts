import { describe, expect, it } from '@jest/globals';
import type { KubeObject } from '@kcp-runtime/kube';
import { BoxConfig, Box } from '../fixture/boxes.fixture.js';
import { owner } from '../fixture/tenant-secrets.fixture.js';
import { defineOffer } from '../offer/define-offer.js';
import type { AnyOffer } from '../offer/offer.js';
import { manages, reads } from '../offer/rights.js';
import type { Right } from '../offer/rights.js';
import { claimsOfOffer } from '../publish/permission-claims.js';
import { credentialNeed } from './credential-need.js';
import { credentialParts } from './credential-parts.js';

function offer(rights: { readonly worker?: readonly Right[]; readonly customer?: readonly Right[] }): AnyOffer {
  return defineOffer(Box, { config: BoxConfig, ...rights });
}

function partsOf(of: AnyOffer): readonly KubeObject[] {
  const need = credentialNeed(of);
  return need === undefined ? [] : credentialParts(owner(), need);
}

function rulesFor(parts: readonly KubeObject[], use: string): unknown {
  return parts.find(({ kind, metadata }) => kind.endsWith('Role') && metadata.name.endsWith(use))?.['rules'];
}

describe('a credential', () => {
  it('is not needed for kinds that can be claimed', () => {
    expect(credentialNeed(offer({ customer: [manages('', 'secrets')] }))).toBeUndefined();
  });

  it('is needed for workers, and for kinds that can not be claimed', () => {
    const uses = (of: AnyOffer): unknown => credentialNeed(of)?.accounts.map(({ use }) => use);
    expect(uses(offer({ worker: [reads('', 'configmaps')] }))).toEqual(['worker']);
    expect(uses(offer({ customer: [manages('apps', 'deployments'), manages('', 'secrets')] }))).toEqual(['runtime']);
  });

  it('can be done without when every right can', () => {
    const optional = offer({ customer: [manages('apps', 'deployments', { optional: true })] });
    expect(credentialNeed(optional)?.need).toBe('optional');
    expect(claimsOfOffer(optional).filter(({ need }) => need === 'required')).toEqual([]);
    expect(credentialNeed(offer({ customer: [manages('apps', 'deployments', { optional: true })], worker: [reads('', 'secrets')] }))?.need).toBe('required');
  });

  it('takes claims on accounts, Secrets and the four kinds of RBAC, with patch among the verbs', () => {
    const claims = claimsOfOffer(offer({ worker: [reads('', 'configmaps')] })).filter(({ need }) => need === 'required');
    expect(claims.map(({ resource }) => resource)).toEqual(['secrets', 'serviceaccounts', 'clusterrolebindings', 'clusterroles', 'rolebindings', 'roles']);
    expect(new Set(claims.map(({ verbs }) => verbs.join()))).toEqual(new Set(['create,delete,get,list,patch,watch']));
  });
});

describe('the parts of a credential', () => {
  const parts = partsOf(offer({ worker: [manages('', 'configmaps')], customer: [manages('apps', 'deployments'), manages('', 'secrets')] }));

  it('let the minter ask for tokens of exactly the other accounts', () => {
    const { identity } = owner();
    expect(rulesFor(parts, 'minter')).toEqual([{ apiGroups: [''], resources: ['serviceaccounts/token'], resourceNames: [`${identity}-worker`, `${identity}-runtime`], verbs: ['create'] }]);
  });

  it('give workers what the offer says for them, by PUT too', () => {
    expect(rulesFor(parts, 'worker')).toEqual([expect.objectContaining({ resources: ['configmaps'], verbs: ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'] })]);
  });

  it('give the runtime what can not be claimed, and nothing that can', () => {
    expect(rulesFor(parts, 'runtime')).toEqual([expect.objectContaining({ apiGroups: ['apps'], resources: ['deployments'] })]);
  });

  it('have accounts first, so that they go last', () => {
    expect(parts.slice(0, 3).map(({ kind }) => kind)).toEqual(['ServiceAccount', 'ServiceAccount', 'ServiceAccount']);
    expect(parts.at(-1)?.kind).toBe('ClusterRoleBinding');
  });

  it('are as good as none without workers and kinds of that sort', () => {
    expect(partsOf(offer({}))).toEqual([]);
  });
});
