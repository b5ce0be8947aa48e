import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { setPhoneParser } from '#domain/phone.ts';

setPhoneParser(parsePhoneNumberFromString);
