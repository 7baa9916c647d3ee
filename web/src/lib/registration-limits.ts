/**
 * This file is generated from openapi.json by `make generate`. Do not edit it.
 *
 * What the fields of each form may hold: `min` and `max` are characters of a text, entries of a list or the ends
 * of a range; `pattern` is a regular expression with the `u` flag over the text as it is sent.
 */
/* biome-ignore-all format: generated */

export const REGISTRATION_FORM = {
  address: {
    max: 200,
  },
  confirmPassword: {
    min: 1,
  },
  email: {
    min: 6,
    max: 254,
    pattern: "^\\s*(?=[^@]{1,64}@)[\\p{Alphabetic}\\p{N}!#$%&'*+\\-/=?^_`{|}~]+(\\.[\\p{Alphabetic}\\p{N}!#$%&'*+\\-/=?^_`{|}~]+)*@([\\p{Alphabetic}\\p{N}]([\\p{Alphabetic}\\p{N}\\-]{0,61}[\\p{Alphabetic}\\p{N}])?\\.)+(?![0-9]+\\s*$)[\\p{Alphabetic}\\p{N}][\\p{Alphabetic}\\p{N}\\-]{0,61}[\\p{Alphabetic}\\p{N}]\\s*$",
  },
  name: {
    min: 2,
    max: 50,
  },
  password: {
    min: 6,
    max: 128,
    pattern: "^(?=.*\\p{Uppercase})(?=.*\\p{Lowercase})(?=.*[0-9])[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$",
  },
  phone: {
    pattern: "^\\s*(\\+?[1-9][0-9]{0,15})?\\s*$",
  },
} as const;
