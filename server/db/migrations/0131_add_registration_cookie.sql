/* The browser that chose the password of an account which is not activated yet; without it the mailed link asks for
   another password. Accounts from before have none. */
ALTER TABLE customer ADD COLUMN registration_hash bytea;
