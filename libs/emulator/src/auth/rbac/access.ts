/** What somebody wants to do, in the words of RBAC. */
export type Access =
  | {
      readonly kind: 'resource';
      readonly verb: string;
      readonly group: string;
      readonly version: string;
      readonly plural: string;
      readonly subresource: string | undefined;
      readonly namespace: string | undefined;
      readonly name: string | undefined;
    }
  | { readonly kind: 'path'; readonly verb: string; readonly path: string };

/** `widgets/status`, as rules name it. */
export function resourceWithSub(access: Extract<Access, { kind: 'resource' }>): string {
  return access.subresource === undefined ? access.plural : `${access.plural}/${access.subresource}`;
}
