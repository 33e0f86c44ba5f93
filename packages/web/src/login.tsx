import './ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { LoginPage } from './account/LoginPage.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('login.html has no #root');
createRoot(root).render(
  <StrictMode>
    <LoginPage />
  </StrictMode>,
);
