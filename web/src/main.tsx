// The dashboard begins here: its frame, the words and the page that the address names are fetched side by side.
import { createRoot } from 'preact/compat/client';
import './styles/tokens.css';
import './styles/base.css';
import './styles/layouts.css';
import './styles/frame.css';
import './styles/parts.css';
import './styles/pages.css';
import { prepare } from './routes.ts';
import { beginSession, currentCompany } from './session.ts';
import { languageOfPage, loadWords } from './texts/words.ts';

void beginSession();
if (currentCompany()) prepare(window.location.pathname);
const [{ App }] = await Promise.all([import('./app.tsx'), loadWords(languageOfPage(), ['everywhere'])]);
createRoot(document.getElementById('root')!).render(<App />);
