#!/usr/local/bin/node
// Stands in for Mailpit: catches emails on port 1025 and lists them on port 8025.
import { createServer } from 'node:http';
import { SMTPServer } from 'smtp-server';

if (process.argv[2] === 'readyz') {
  const response = await fetch('http://127.0.0.1:8025/readyz').catch(() => undefined);
  process.exit(response?.ok ? 0 : 1);
}

process.once('SIGTERM', () => process.exit());
const messages = [];
new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: async (stream, session, done) => {
    await stream.toArray();
    messages.push({ To: session.envelope.rcptTo.map(({ address }) => ({ Address: address })) });
    done();
  },
}).listen(1025);
createServer(({ url }, response) => response.end(url === '/readyz' ? 'ok' : JSON.stringify({ messages }))).listen(8025);
