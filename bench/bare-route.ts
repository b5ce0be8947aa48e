import Fastify from 'fastify';

/* The baseline: a Fastify route that sends a constant as large as a compressed page. */

const body = Buffer.alloc(12_000, 'x');
const app = Fastify();
app.get('/', async (_request, reply) => reply.type('text/html').send(body));
await app.listen({ port: Number(process.argv[2]), host: '127.0.0.1' });
