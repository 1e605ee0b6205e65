/**
 * A property without a decorator leaves no trace at run time: it would stand neither in the schema nor in what a handler gets, in
 * silence. So every property of a class that takes part in an API has one.
 */
import type { Rule } from 'eslint';

/** What this rule looks at of a syntax tree; the parser adds decorators, which ESLint's own types do not know. */
interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

const API_CLASS = /(Spec|Status)$/;
/** Calls that name the classes of an API: `serviceObject(DatabaseSpec, DatabaseStatus)`, `@Nested(() => Address)`. */
const NAMING_CALLS = new Set(['serviceObject', 'providerConfigObject', 'Nested', 'ItemsOf', 'MapOf']);

/** Reports properties of spec, status and nested classes that no decorator describes. */
export const decoratedProperties: Rule.RuleModule = {
  meta: {
    type: 'problem',
    docs: { description: 'Every property of a class of an API has a decorator.' },
    schema: [],
    messages: { bare: '{{ owner }}.{{ property }} has no decorator, so that no schema knows it. Give it one of class-validator or of @kcp-runtime/nest.' },
  },
  create(context) {
    const classes: Node[] = [];
    const named = new Set<string>();
    const keep = (node: unknown) => void classes.push(node as Node);
    return {
      ClassDeclaration: keep,
      ClassExpression: keep,
      CallExpression: (node) => classNames(node as unknown as Node).forEach((name) => named.add(name)),
      'Program:exit': () => {
        for (const owner of classes.filter((found) => takesPart(found, named))) report(context, owner);
      },
    };
  },
};

function report(context: Rule.RuleContext, owner: Node): void {
  for (const property of propertiesOf(owner).filter((found) => !isDecorated(found))) {
    context.report({ node: property as unknown as Rule.Node, messageId: 'bare', data: { owner: nameOf(owner['id']) ?? 'The class', property: nameOf(property['key']) ?? '?' } });
  }
}

function takesPart(owner: Node, named: ReadonlySet<string>): boolean {
  const name = nameOf(owner['id']) ?? '';
  return API_CLASS.test(name) || named.has(name) || propertiesOf(owner).some(isDecorated);
}

function propertiesOf(owner: Node): readonly Node[] {
  const { body } = owner['body'] as { body: readonly Node[] };
  return body.filter((member) => member.type === 'PropertyDefinition' && member['static'] !== true && (member['key'] as Node).type !== 'PrivateIdentifier');
}

function isDecorated(property: Node): boolean {
  return ((property['decorators'] ?? []) as readonly Node[]).length > 0;
}

function classNames(call: Node): readonly string[] {
  if (!NAMING_CALLS.has(nameOf(call['callee']) ?? '')) return [];
  return (call['arguments'] as readonly Node[]).flatMap((argument) => nameOf(argument.type === 'ArrowFunctionExpression' ? argument['body'] : argument) ?? []);
}

function nameOf(node: unknown): string | undefined {
  const { type, name, value } = (node ?? {}) as { readonly type?: string; readonly name?: string; readonly value?: unknown };
  return type === 'Identifier' ? name : type === 'Literal' ? String(value) : undefined;
}
