import { STAFF_ROLES } from '#domain/staff.ts';
import { makeWord, Random } from '../random.ts';
import { idAt, listOf, oneOf } from './sql.ts';

const GIVEN_NAMES =
  `Aisyah Siti Nurul Farah Hana Mei Li Xin Wei Jun Kumar Priya Devi Arjun Ravi Daniel Sarah Amir Hafiz Zul Iman Aina Sofea
  Adam Yusof Rahman Ismail Faiz Azlan Rosli Kamal Chong Ling Hui Jia Kai Yee Siew Pei Boon Anita Meena Suresh Ganesh Lakshmi Maria
  James Grace Peter Joanna Melissa Brandon Kelvin Vivian Jasmine Marcus Elaine Samuel Rachel Nadia`.split(/\s+/);
const FAMILY_NAMES = 400;
/** Colleagues of the demo's owner. */
const STAFF = 9;

/** So many customers of the last four years, each with an address, a few of them staff. */
export function customerStatements(customers: number, seed: number): Record<string, string> {
  const random = new Random(seed);
  const families = Array.from({ length: FAMILY_NAMES }, () => makeWord(random)).map(
    (word) => word.charAt(0).toUpperCase() + word.slice(1),
  );
  const roles = STAFF_ROLES.filter((role) => role !== 'owner');
  return {
    people: `CREATE TEMP TABLE made_customer AS
      SELECT n, ${idAt('at', 'n', 1)} AS id, at, given || ' ' || family AS name, lower(given || '.' || family) || n || '@mail.test' AS email,
        '+601' || (20000000 + (random() * 79999999)::int) AS phone, ${oneOf(['Kuala Lumpur', 'Petaling Jaya', 'Ipoh', 'Melaka'])} AS city
      FROM (SELECT n, now() - interval '4 years' * (1 - (n - 0.5) / ${customers}) AS at, ${oneOf(GIVEN_NAMES)} AS given,
        ${oneOf(families)} AS family FROM generate_series(1, ${customers}) n) AS drawn;
      CREATE UNIQUE INDEX ON made_customer (n); ANALYZE made_customer`,
    customers: `INSERT INTO customer (id, email, username, display_name, phone, locale, activated_at, created_at, staff_role)
      SELECT id, email, CASE WHEN n % 3 = 0 THEN 'reader' || n END, name, CASE WHEN n % 5 < 3 THEN phone END,
        ${oneOf(['en', 'en', 'en', 'fa', 'de'])}, CASE WHEN n % 25 > 0 THEN at END, at,
        CASE WHEN n <= ${STAFF} THEN (${listOf(roles)})[1 + n % ${roles.length}] END
      FROM made_customer ORDER BY n`,
    addresses: `INSERT INTO address (id, customer_id, name, phone, line1, city, state, zip, is_default, created_at)
      SELECT ${idAt('at', 'n', 2)}, id, name, phone, n % 200 + 1 || ', Jalan ' || n % 90 + 1, city, 'Kuala Lumpur', '50480', true, at
      FROM made_customer ORDER BY n`,
  };
}
