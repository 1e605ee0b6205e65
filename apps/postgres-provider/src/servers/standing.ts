import type { AdminSession } from './admin-session.js';
import { readMark, type OwnershipMark } from './ownership-mark.js';

/** A login role as the server has it. */
export interface Role extends Record<string, unknown> {
  readonly connections: number;
  readonly canLogin: boolean;
  readonly adminIsMember: boolean;
  readonly comment: string | null;
}

/** A database as the server has it. */
export interface Database extends Record<string, unknown> {
  readonly owner: string;
  readonly open: boolean;
  readonly publicMayConnect: boolean;
  readonly comment: string | null;
}

/** What stands on the server under one name before a pass touches anything. */
export interface Standing {
  readonly role: Role | undefined;
  readonly database: Database | undefined;
  /** The role's mark; the database's where the role was dropped by hand. */
  readonly mark: OwnershipMark | undefined;
}

/** For whom it stands, seen from the order with this uid. */
export type Whose = 'nobody' | 'this' | 'retained' | 'other';

/** Looks at role and database of that name. */
export async function findStanding(session: AdminSession, name: string): Promise<Standing> {
  const [role] = await session.rows<Role>(
    `SELECT rolconnlimit AS connections, rolcanlogin AS "canLogin", pg_has_role(current_user, oid, 'USAGE') AS "adminIsMember",
            shobj_description(oid, 'pg_authid') AS comment
       FROM pg_roles WHERE rolname = $1`,
    [name],
  );
  const [database] = await session.rows<Database>(
    `SELECT pg_get_userbyid(datdba) AS owner, datallowconn AS open, shobj_description(oid, 'pg_database') AS comment,
            EXISTS (SELECT FROM aclexplode(coalesce(datacl, acldefault('d', datdba)))
                     WHERE grantee = 0 AND privilege_type IN ('CONNECT', 'TEMPORARY')) AS "publicMayConnect"
       FROM pg_database WHERE datname = $1`,
    [name],
  );
  const read = readMark(role?.comment ?? database?.comment ?? null);
  return { role, database, mark: read.kind === 'ours' ? read.mark : undefined };
}

/** Whose it is. Something without a mark of ours is always another's. */
export function whose({ role, database, mark }: Standing, uid: string): Whose {
  if (role === undefined && database === undefined) return 'nobody';
  if (mark === undefined) return 'other';
  if (mark.uid === uid) return 'this';
  return mark.retained ? 'retained' : 'other';
}
