// A certified document as people without an account see it: one page in Spanish, without a script.
import { renderSVG } from 'uqr';
import { twoDigits } from '../platform/pdf.ts';
import type { Tenant } from '../tenancy/index.ts';
import type { SharedDocument } from './share-document.ts';

const KINDS = { INVOICE: 'Factura electrónica', CREDIT_NOTE: 'Nota de crédito', DEBIT_NOTE: 'Nota de débito' } as const;

const STYLE = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{max-width:34rem;margin:0 auto;padding:1.5rem}
h1{font-size:1.4rem;margin:.2rem 0 1rem}dt{font-size:.85rem;opacity:.75}dd{margin:0 0 .8rem;overflow-wrap:anywhere}.total{font-size:1.6rem;font-weight:700}
.void{border:2px solid;border-radius:.4rem;padding:.6rem .8rem;font-weight:700}a.pdf{display:inline-block;padding:.7rem 1.1rem;border-radius:.5rem;background:#0f5c4d;color:#fff;text-decoration:none;font-weight:600}
svg{width:11rem;height:11rem;background:#fff;border-radius:.4rem;display:block}`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** `path` is its own address, below which the PDF is. */
export function sharedPage(tenant: Tenant, document: SharedDocument, path: string): string {
  const { kind, number, issuedAt, total, cufe, qrUrl, isVoid, pdf } = document;
  const day = new Intl.DateTimeFormat('es-PA', { timeZone: tenant.timeZone, dateStyle: 'long' }).format(issuedAt);
  const title = `${KINDS[kind]} ${number}`;
  const facts = [
    ['Fecha', day],
    ['Total', `B/. ${twoDigits(total)}`, 'total'],
    ...(cufe === null ? [] : [['CUFE', cufe]]),
  ];
  return page(`${title} · ${tenant.name}`, [
    `<p>${escaped(tenant.name)}${tenant.ruc === null ? '' : `<br><small>RUC ${escaped(tenant.ruc)} DV ${escaped(tenant.dv ?? '')}</small>`}</p>`,
    `<h1>${escaped(title)}</h1>`,
    ...(isVoid ? ['<p class="void">Este documento fue anulado o rechazado: no tiene validez fiscal.</p>'] : []),
    `<dl>${facts.map(([label, text, look]) => `<dt>${label}</dt><dd class="${look ?? ''}">${escaped(text!)}</dd>`).join('')}</dl>`,
    ...(pdf ? [`<p><a class="pdf" href="${path}/pdf">Ver el PDF</a></p>`] : []),
    ...(qrUrl === null
      ? []
      : [`<p>${renderSVG(qrUrl)}<a href="${escaped(qrUrl)}" rel="noreferrer">Verificar en la DGI</a></p>`]),
  ]);
}

/** Page of a link that was revoked or mistyped, or whose company is closed. */
export const missingPage = page('Enlace no disponible', [
  '<h1>Este enlace no está disponible</h1><p>Pida uno nuevo a quien le envió el documento.</p>',
]);

function page(title: string, parts: readonly string[]): string {
  return `<!doctype html>
<html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${escaped(title)}</title><style>${STYLE}</style></head>
<body><main>${parts.join('\n')}</main></body></html>
`;
}
