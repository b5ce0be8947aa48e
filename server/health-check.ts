// Ends with 0 while the process answers: whether it is ready for requests is what a proxy asks /readyz for.
const response = await fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).catch(() => undefined);
process.exit(response?.ok ? 0 : 1);
