/** The rates of the ITBMS, in percent. */
export const TAX_RATES = ['0', '7', '10', '15'] as const;
