// Members of the company: people whom an admin invites by a link, and who then choose a way in of their own.
import { conflict } from '../platform/errors.ts';
import { findMember, inviteMember, listMembers, removeMember, type Member } from '../access/index.ts';
import { builder, objectType } from '../graphql/builder.ts';
import { columns, columnsOrNull } from '../graphql/columns.ts';
import { mutation } from '../graphql/mutation.ts';
import { ID } from '../graphql/roots.ts';
import { lostOne, REMEDY, RoleEnum } from './graphql-viewer.ts';

const MemberType = objectType<Member>('Member', (t) => ({
  ...columns(t, 'UUID', 'id'),
  ...columns(t, 'String', 'user_name', 'role'),
  ...columnsOrNull(t, 'String', 'email'),
  ...columns(t, 'DateTime', 'created_at'),
  ...columnsOrNull(t, 'DateTime', 'used_at', 'invited_until'),
  hasPassword: t.boolean({ resolve: ({ password }) => password !== null }),
}));

/** Left of a member who is gone. */
const keptOf = ({ id, user_name, role, created_at }: Member) => ({ id, user_name, role, created_at });

const NOTHING = { email: null, invited_until: null, used_at: null, password: null } as Member;

const gone = (kept: ReturnType<typeof keptOf>): Member => ({
  ...{ ...NOTHING, ...kept },
  created_at: new Date(kept.created_at),
});

interface Invitation {
  id: string;
  invitation: string | null;
  remedy?: string;
  row: Member;
}

const InvitationType = objectType<Invitation>('Invitation', (t) => ({
  ...columnsOrNull(t, 'String', 'invitation'),
  remedy: t.string(REMEDY),
  member: t.expose('row', { type: MemberType }),
}));

builder.queryField('members', (t) =>
  t.field({
    type: [MemberType],
    description: 'By name. Needs the role admin.',
    resolve: (_, _args, { viewer, inTenant }) => viewer('admin') && inTenant(listMembers),
  }),
);

/** Without the link, which is told once. */
function invited(row: Member): Invitation {
  const same = `userName: ${JSON.stringify(row.user_name)}, role: ${row.role}`;
  return { id: row.id, invitation: null, remedy: lostOne(`inviteMember(${same})`), row };
}

builder.mutationFields((t) => ({
  inviteMember: mutation(t, {
    type: InvitationType,
    role: 'admin',
    description:
      'A link by which a person chooses a password. A member gets the role and a new link; ways in that are there go on.',
    args: { userName: t.arg.string({ required: true }), role: t.arg({ type: RoleEnum, required: true }) },
    async write(db, { userName, role }, { app }) {
      if (app.tenancy.tokenSecret === null) throw conflict('People are invited by the identity provider');
      const { id, code } = await inviteMember(db, { userName, role }, app.clock.now());
      return { id, invitation: code, row: await findMember(db, id) };
    },
    remember: ({ row }) => keptOf(row),
    async answer(db, kept: ReturnType<typeof keptOf> | string) {
      // An earlier release kept the id alone.
      if (typeof kept === 'string') return invited(await findMember(db, kept));
      return invited((await listMembers(db)).find(({ id }) => id === kept.id) ?? gone(kept));
    },
  }),
  removeMember: mutation(t, {
    type: MemberType,
    role: 'admin',
    whileSuspended: true,
    description: 'Ends all ways in and all sessions of a person, in every process within five seconds.',
    args: { memberId: t.arg(ID) },
    write: async (db, { memberId }) => gone(keptOf(await removeMember(db, memberId))),
    remember: keptOf,
    answer: async (_, kept) => gone(kept),
  }),
}));
