// Page at `/` for a browser: links to everything.
export const landingPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Folio</title>
<style>
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { max-width: 40rem; margin: 10vh auto; padding: 0 1.5rem; }
  h1 { margin: 0; letter-spacing: -.02em; }
  code { font-family: ui-monospace, monospace; }
  li { margin: .4rem 0; }
</style>
</head>
<body>
<h1>Folio</h1>
<p>Inventory analytics and fiscal documents for businesses in Panama.</p>
<ul>
  <li><a href="/graphql">GraphiQL</a>, the page to try the API on; the API itself is <code>POST /graphql</code></li>
  <li><a href="/v1">REST</a>: its routes, and <a href="/v1/openapi.json">OpenAPI</a> of them</li>
  <li><a href="/docs/">The documentation</a></li>
  <li><a href="/readyz">Readiness</a> and <a href="/metrics">metrics</a></li>
</ul>
<p>A token for the API: <code>npm run folio -- token create --help</code></p>
</body>
</html>
`;
