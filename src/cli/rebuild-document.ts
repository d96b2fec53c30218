// folio rebuild-document: after a restore, gives an order its invoice back that only the PAC knows, or says that a document is not ours.
import { dismissStranger } from '../certification/index.ts';
import { rebuildInvoice } from '../invoicing/index.ts';
import { systemClock } from '../platform/clock.ts';
import { inTenant } from '../tenancy/index.ts';
import { CommandError, required, UsageError, type Command } from './command.ts';
import { cliActor, recordCommand } from './record-command.ts';
import { tenantId, tenantWith } from './tenants.ts';
import { withDatabase } from './with-database.ts';
import { withPac } from './with-pac.ts';

export const rebuildDocumentCommand: Command = {
  words: 'rebuild-document',
  summary: 'writes an invoice again that only the PAC knows, or says that a document at the PAC is not ours',
  usage: '--tenant ID --pac-document PACID (--order NUMBER | --not-ours REASON)',
  details: [
    '  --pac-document PACID   the id that the PAC has it under, as `reconcile` lists it',
    '  --order NUMBER         the order that it is the invoice of; asks the PAC, writes the invoice with its number, CUFE and verdict,',
    '                         moves the goods and sends nothing',
    '  --not-ours REASON      it is of another system: no order waits for it any more',
    '',
    'The PAC shows neither lines nor receiver, so the order is for you to tell; compare the PDF of its portal.',
  ].join('\n'),
  options: ['tenant', 'pac-document', 'order', 'not-ours'],
  positionals: 0,
  async run({ config, options, terminal }) {
    const id = tenantId(options);
    const pacDocumentId = required(options, 'pac-document');
    const { order: orderNumber, 'not-ours': reason } = options;
    if ((orderNumber === undefined) === (reason === undefined)) {
      throw new UsageError('Give either --order or --not-ours.');
    }
    const { words } = rebuildDocumentCommand;
    return withDatabase(config, async (database) => {
      const tenant = await tenantWith(database, id);
      if (orderNumber === undefined) {
        const notices = await inTenant(database, tenant, async (db) => {
          const closed = await dismissStranger(
            { clock: systemClock },
            db,
            pacDocumentId,
            `not ours: ${required(options, 'not-ours')}`,
          );
          if (closed === 0) throw new CommandError(`No notice of ${pacDocumentId} waits for a document.`);
          await recordCommand(db, words, [tenant.id]);
          return closed;
        });
        return { json: { pacDocumentId, notices }, text: `${pacDocumentId} is not ours; notices closed: ${notices}` };
      }
      const { id: documentId, number } = await withPac(config, database, terminal, (app) =>
        rebuildInvoice(app, tenant, { pacDocumentId, orderNumber }, cliActor(), (db, invoiceId) =>
          recordCommand(db, words, [invoiceId]),
        ),
      );
      return {
        json: { pacDocumentId, documentId, number },
        text: `${orderNumber} has its invoice ${number}, the PAC's document ${pacDocumentId}`,
      };
    });
  },
};
