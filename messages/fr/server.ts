export { default } from '../en/server.ts';
