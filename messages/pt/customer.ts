export { default } from '../en/customer.ts';
