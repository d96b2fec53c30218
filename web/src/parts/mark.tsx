// Folio's mark, as the menu and the sign-in page show it.
export const Mark = ({ size = 28 }: { size?: number }) => (
  <svg aria-hidden="true" width={size} height={size} viewBox="0 0 32 32">
    <rect width="32" height="32" rx="8" fill="#115e4e" />
    <path d="M10 8h8l5 5v11h-13z" fill="#fff" />
    <path d="M18 8v5h5" fill="#9fd3c4" />
    <path d="M13 17h7M13 20.5h5" stroke="#115e4e" strokeWidth="1.6" strokeLinecap="round" />
  </svg>
);
