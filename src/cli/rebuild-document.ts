// folio rebuild-document: after a restore, gives an order its invoice back that only the PAC knows, or says that a document is not ours.
import { dismissStranger } from '../certification/index.ts';
import { rebuildInvoice } from '../invoicing/index.ts';
import { systemClock as clock } from '../platform/clock.ts';
import { command, CommandError, required, UsageError } from './command.ts';
import { cliActor, recordCommand } from './record-command.ts';
import { withPac } from './with-app.ts';
import { changeTenant, withTenant } from './with-tenant.ts';
import { ofTenant } from '../tenancy/index.ts';

export const rebuildDocumentCommand = command('rebuild-document', async (args) => {
  const { 'pac-document': pacDocumentId = '', order: orderNumber, 'not-ours': reason } = args.options;
  if ((orderNumber === undefined) === (reason === undefined)) {
    throw new UsageError('Give either --order or --not-ours.');
  }
  if (orderNumber === undefined) {
    const because = `not ours: ${required(args.options, 'not-ours')}`;
    const notices = await changeTenant(args, async (db) => {
      const closed = await dismissStranger({ clock }, db, pacDocumentId, because);
      if (closed === 0) throw new CommandError(`No notice of ${pacDocumentId} waits for a document.`);
      return closed;
    });
    return { json: { pacDocumentId, notices }, text: `${pacDocumentId} is not ours; notices closed: ${notices}` };
  }
  const { id: documentId, number } = await withTenant(args, (database, tenant) =>
    withPac(args, database, (app) =>
      rebuildInvoice(ofTenant(app, tenant), { pacDocumentId, orderNumber }, cliActor(), (db, id) =>
        recordCommand(db, args.words, [id]),
      ),
    ),
  );
  return {
    json: { pacDocumentId, documentId, number },
    text: `${orderNumber} has its invoice ${number}, the PAC's document ${pacDocumentId}`,
  };
});
