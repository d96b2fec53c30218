// Wrong changes of what chooses between two accounts: each meets runs of two PACs, whose journals are read together.
import type { Mutant } from './mutant.ts';

const WHICH = 'certification/which-account.ts';
const CLIENTS = 'pac/account-clients.ts';

const CHANGES: readonly Omit<Mutant, 'of'>[] = [
  {
    name: 'two: what may be at the first goes to the second',
    file: WHICH,
    from: "  if (attempts > 0 && (await hasEventOf(db, document.id, 'UNKNOWN'))) return document.pac_company_id;\n",
    to: '',
    story: 'stories/two-pacs.test.ts',
  },
  {
    name: 'two: what may be at the second goes back to the first',
    file: WHICH,
    from: "'UNKNOWN'))) return document.pac_company_id;",
    to: "'UNKNOWN'))) return tenantNow.pacCompanyId;",
    story: 'stories/two-pacs.test.ts',
  },
  {
    name: 'two: it goes over at the first silence',
    file: WHICH,
    from: 'return downFor(first) > after &&',
    to: 'return downFor(first) > 0 &&',
  },
  {
    name: 'two: it never goes over',
    file: WHICH,
    from: 'downFor(second) <= after ? second : first;',
    to: 'downFor(second) < 0 ? second : first;',
  },
  {
    name: 'two: it does not come back',
    file: WHICH,
    from: 'return downFor(first) > after &&',
    to: 'return downFor(first) >= 0 &&',
  },
  {
    name: 'two: each question begins the silence anew',
    file: 'pac/breaker.ts',
    from: '  const openSince = breaker.openSince ?? now;',
    to: '  const openSince = now;',
  },
  {
    name: 'two: the document does not learn where it went',
    file: 'certification/requests/send-request.ts',
    from: '  if (prepared !== null) await changeDocument(db, document.id, prepared);\n',
    to: '',
  },
  {
    name: 'two: voids go to the first',
    file: CLIENTS,
    from: 'voidDocument: async (kind, companyId, ...rest) => (await toAct(companyId))',
    to: "voidDocument: async (kind, companyId, ...rest) => (await toAct(''))",
    story: 'stories/two-makes.test.ts',
  },
  {
    name: 'two: questions go to the first',
    file: CLIENTS,
    from: 'fetchDocument: async (kind, companyId, ...rest) => (await of(companyId))',
    to: "fetchDocument: async (kind, companyId, ...rest) => (await of(''))",
  },
  {
    name: 'two: files come from the first',
    file: CLIENTS,
    from: 'fileByCufe: async (companyId, ...rest) => (await of(companyId))',
    to: "fileByCufe: async (companyId, ...rest) => (await of(''))",
  },
  {
    name: 'two: submissions go to the first',
    file: CLIENTS,
    from: '    submit: async (kind, companyId, ...rest) => (await toAct(companyId))',
    to: "    submit: async (kind, companyId, ...rest) => (await toAct(''))",
  },
  {
    name: 'two: the silence of one is that of the other',
    file: CLIENTS,
    from: '    heldFor: (companyId) => guardOf(companyId).heldFor(companyId),',
    to: '    heldFor: (companyId) => mine.heldFor(companyId),',
  },
  {
    name: 'two: after a restore one account is asked',
    file: WHICH,
    from: 'pacAccountsOf(tenant).filter((one) => one !== own) : [];',
    to: "pacAccountsOf(tenant).filter((one) => one === '') : [];",
    story: 'faults/two-accounts.test.ts',
  },
  {
    name: 'two: what a restore shows as never sent may go anywhere',
    file: 'certification/watch/after-restore.ts',
    from: 'attempts = greatest(attempts, 1), ',
    to: '',
    story: 'faults/two-accounts.test.ts',
  },
  {
    name: 'two: what is found at the other account stays with the one that was written',
    file: 'certification/verdict/adopt-found.ts',
    from: '  if (isElsewhere) await changeDocument(db, document.id, { pac_company_id: document.pac_company_id });\n',
    to: '',
    story: 'faults/two-accounts.test.ts',
  },
];

export const TWO: readonly Mutant[] = CHANGES.map((one) => ({ ...one, of: 'two' }));
