// Before the first paint: the user's theme where it differs from the system's, so that a dark control room sees no white flash.
// The same key as in src/lib/theme.ts; a file of its own because the content security policy forbids inline scripts.
try {
  const theme = localStorage.getItem('watchpost.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Without storage the system's theme stands.
}
