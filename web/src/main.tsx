// The dashboard begins here.
import { createRoot } from 'react-dom/client';
import './styles/tokens.css';
import './styles/base.css';
import './styles/frame.css';
import './styles/parts.css';
import './styles/pages.css';
import { App } from './app.tsx';
import { followLink } from './session.ts';

followLink();
// A link that was pasted into a tab where the dashboard is open already.
window.addEventListener('hashchange', followLink);
createRoot(document.getElementById('root')!).render(<App />);
