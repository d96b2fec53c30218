// The list by which The Factory HKA accepts an integrator: fourteen cases, each an assumption that the kit tries anyway.
/** By the case as the provider names it, the assumption's name. */
export const ACCEPTANCE = {
  'invoice to a taxpayer': 'submit.accepted',
  'invoice to a final consumer': 'receiver.consumer',
  'invoice to the State with CPBS': 'receiver.state-with-cpbs',
  'invoice to a foreigner': 'receiver.foreign-at-home',
  export: 'type.03',
  import: 'type.02',
  'credit note with its reference': 'type.04',
  'debit note with its reference': 'type.05',
  'generic credit note': 'type.06',
  'generic debit note': 'type.07',
  'several rates': 'total.all-rates',
  discount: 'total.a-discount-per-unit',
  retention: 'payment.retention',
  instalments: 'payment.term',
} as const;
