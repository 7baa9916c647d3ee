/**
 * This file is generated from openapi.json by `make generate`. Do not edit it.
 *
 * What the fields of each form may hold: `min` and `max` are characters of a text, entries of a list or the ends
 * of a range; `pattern` is a regular expression with the `u` flag over the text as it is sent.
 */
/* biome-ignore-all format: generated */

export const ACCESS_TOKEN_FORM = {
  expiresInDays: {
    min: 1,
    max: 365,
  },
  name: {
    min: 1,
    max: 100,
  },
  scopes: {
    min: 1,
    max: 8,
  },
} as const;

export const BOOK_CHANGE_FORM = {
  author: {
    min: 1,
    max: 200,
  },
  borrowingPeriod: {
    min: 1,
    max: 365,
  },
  category: {
    min: 1,
    max: 80,
  },
  coverImage: {
    max: 500,
    pattern: "^\\s*(https://[A-Za-z0-9\\[][!#-&(-;=?-\\]_a-z~]*|/(?!/)[!#-&(-;=?-\\]_a-z~]*)?\\s*$",
  },
  description: {
    max: 5000,
  },
  editionStatement: {
    max: 200,
  },
  isbn: {
    max: 100,
    pattern: "^[\\s\\-\\u2010-\\u2015\\u2212]*((97[\\s\\-\\u2010-\\u2015\\u2212]*[89][\\s\\-\\u2010-\\u2015\\u2212]*)([0-9][\\s\\-\\u2010-\\u2015\\u2212]*){10}|([0-9][\\s\\-\\u2010-\\u2015\\u2212]*){9}[0-9Xx][\\s\\-\\u2010-\\u2015\\u2212]*)?$",
  },
  itemType: {
    max: 80,
  },
  language: {
    max: 60,
  },
  pages: {
    min: 1,
    max: 20000,
  },
  publishedYear: {
    min: -3000,
    max: 9999,
  },
  publisher: {
    max: 200,
  },
  semesterCategories: {
    max: 12,
    each: {
      max: 80,
    },
  },
  title: {
    min: 1,
    max: 300,
  },
} as const;

export const BOOK_DATA_SETTINGS_FORM = {
  sources: {
    max: 6,
    each: {
      address: {
        min: 10,
        max: 500,
        pattern: "^\\s*[Hh][Tt][Tt][Pp][Ss]?:",
      },
      name: {
        max: 80,
      },
      query: {
        max: 300,
      },
      recordSchema: {
        max: 100,
      },
    },
  },
} as const;

export const BOOK_DETAILS_FORM = {
  audience: {
    max: 300,
  },
  callNumber: {
    max: 80,
  },
  contents: {
    max: 20000,
  },
  contributors: {
    max: 100,
    each: {
      name: {
        min: 1,
        max: 200,
      },
      role: {
        max: 60,
      },
    },
  },
  identifiers: {
    max: 50,
    each: {
      value: {
        min: 1,
        max: 100,
      },
    },
  },
  links: {
    max: 30,
    each: {
      address: {
        min: 1,
        max: 2000,
        pattern: "^\\s*[Hh][Tt][Tt][Pp][Ss]?://[^\\s/\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029<>\"\\\\][^\\s\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029<>\"\\\\]*\\s*$",
      },
      label: {
        max: 300,
      },
    },
  },
  notes: {
    max: 10000,
  },
  otherTitles: {
    max: 30,
    each: {
      max: 300,
    },
  },
  readingLevel: {
    max: 100,
  },
  series: {
    max: 20,
    each: {
      title: {
        min: 1,
        max: 300,
      },
      volume: {
        max: 60,
      },
    },
  },
  subjects: {
    max: 100,
    each: {
      heading: {
        min: 1,
        max: 300,
      },
      scheme: {
        max: 30,
      },
    },
  },
} as const;

export const BOOK_FORM = {
  author: {
    min: 1,
    max: 200,
  },
  borrowingPeriod: {
    min: 1,
    max: 365,
  },
  category: {
    min: 1,
    max: 80,
  },
  copies: {
    min: 0,
    max: 1000,
  },
  coverImage: {
    max: 500,
    pattern: "^\\s*(https://[A-Za-z0-9\\[][!#-&(-;=?-\\]_a-z~]*|/(?!/)[!#-&(-;=?-\\]_a-z~]*)?\\s*$",
  },
  description: {
    max: 5000,
  },
  editionStatement: {
    max: 200,
  },
  isbn: {
    max: 100,
    pattern: "^[\\s\\-\\u2010-\\u2015\\u2212]*((97[\\s\\-\\u2010-\\u2015\\u2212]*[89][\\s\\-\\u2010-\\u2015\\u2212]*)([0-9][\\s\\-\\u2010-\\u2015\\u2212]*){10}|([0-9][\\s\\-\\u2010-\\u2015\\u2212]*){9}[0-9Xx][\\s\\-\\u2010-\\u2015\\u2212]*)?$",
  },
  itemType: {
    max: 80,
  },
  language: {
    max: 60,
  },
  marcRecord: {
    max: 200000,
  },
  pages: {
    min: 1,
    max: 20000,
  },
  publishedYear: {
    min: -3000,
    max: 9999,
  },
  publisher: {
    max: 200,
  },
  semesterCategories: {
    max: 12,
    each: {
      max: 80,
    },
  },
  title: {
    min: 1,
    max: 300,
  },
} as const;

export const BOOK_SOURCE_FORM = {
  address: {
    min: 10,
    max: 500,
    pattern: "^\\s*[Hh][Tt][Tt][Pp][Ss]?:",
  },
  name: {
    max: 80,
  },
  query: {
    max: 300,
  },
  recordSchema: {
    max: 100,
  },
} as const;

export const BOOK_SOURCE_TRIAL_FORM = {
  isbn: {
    max: 100,
    pattern: "^[\\s\\-\\u2010-\\u2015\\u2212]*((97[\\s\\-\\u2010-\\u2015\\u2212]*[89][\\s\\-\\u2010-\\u2015\\u2212]*)([0-9][\\s\\-\\u2010-\\u2015\\u2212]*){10}|([0-9][\\s\\-\\u2010-\\u2015\\u2212]*){9}[0-9Xx][\\s\\-\\u2010-\\u2015\\u2212]*)?$",
  },
} as const;

export const BULK_EDIT_FORM = {
  books: {
    min: 1,
    max: 1000,
    each: {
      pattern: "^book_[1-9][0-9]{0,18}$",
    },
  },
  expectedBooks: {
    min: 1,
    max: 100000,
  },
} as const;

export const CARDS_FORM = {
  class: {
    max: 50,
  },
  first: {
    min: 1,
    max: 1800,
  },
  sheet: {
    min: 1,
    max: 80,
  },
  shiftDown: {
    min: -100,
    max: 100,
  },
  shiftRight: {
    min: -100,
    max: 100,
  },
  users: {
    min: 1,
    max: 10000,
    each: {
      pattern: "^user_[1-9][0-9]{0,18}$",
    },
  },
} as const;

export const CATALOGUE_SETTINGS_FORM = {
  siteAddress: {
    min: 8,
    max: 200,
    pattern: "^\\s*https?://[\\p{Alphabetic}\\p{N}\\[][^\\s\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029?#@\\\\\"<>]*\\s*$",
  },
} as const;

export const CHARGE_FORM = {
  amount: {
    max: 100000000,
  },
  description: {
    min: 1,
    max: 500,
  },
} as const;

export const CHECK_IN_FORM = {
  barcode: {
    min: 1,
    max: 100,
  },
} as const;

export const CHECK_OUT_FORM = {
  barcode: {
    min: 1,
    max: 100,
  },
  dueOn: {
    min: 10,
    max: 10,
    pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
  },
  overrides: {
    max: 20,
    each: {
      comment: {
        min: 1,
        max: 500,
      },
    },
  },
  user: {
    min: 1,
    max: 100,
  },
} as const;

export const CLOSURE_FORM = {
  date: {
    min: 10,
    max: 10,
    pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
  },
  name: {
    min: 1,
    max: 80,
  },
} as const;

export const CODE_FORM = {
  code: {
    min: 1,
    max: 60,
  },
} as const;

export const CONFIRMATION_FORM = {
  code: {
    min: 1,
    max: 60,
  },
  password: {
    min: 1,
    max: 128,
  },
} as const;

export const COPIES_FORM = {
  callNumber: {
    max: 80,
  },
  copies: {
    min: 1,
    max: 1000,
    each: {
      barcode: {
        max: 100,
      },
    },
  },
  count: {
    min: 1,
    max: 1000,
  },
  itemType: {
    max: 80,
  },
  location: {
    max: 80,
  },
  price: {
    max: 100000000,
  },
} as const;

export const COPY_CHANGE_FORM = {
  barcode: {
    min: 1,
    max: 100,
  },
  callNumber: {
    max: 80,
  },
  itemType: {
    max: 80,
  },
  location: {
    max: 80,
  },
  price: {
    max: 100000000,
  },
  stateReason: {
    max: 200,
  },
} as const;

export const DETAILS_FORM = {
  address: {
    max: 200,
  },
  collegeName: {
    max: 100,
  },
  currentSemester: {
    max: 50,
  },
  currentSemesterCategory: {
    max: 80,
  },
  department: {
    max: 100,
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
  phone: {
    pattern: "^\\s*(\\+?[1-9][0-9]{0,15})?\\s*$",
  },
} as const;

export const ERASURE_FORM = {
  email: {
    min: 6,
    max: 254,
    pattern: "^\\s*(?=[^@]{1,64}@)[\\p{Alphabetic}\\p{N}!#$%&'*+\\-/=?^_`{|}~]+(\\.[\\p{Alphabetic}\\p{N}!#$%&'*+\\-/=?^_`{|}~]+)*@([\\p{Alphabetic}\\p{N}]([\\p{Alphabetic}\\p{N}\\-]{0,61}[\\p{Alphabetic}\\p{N}])?\\.)+(?![0-9]+\\s*$)[\\p{Alphabetic}\\p{N}][\\p{Alphabetic}\\p{N}\\-]{0,61}[\\p{Alphabetic}\\p{N}]\\s*$",
  },
} as const;

export const HOME_SETTINGS_FORM = {
  headline: {
    max: 100,
  },
  lead: {
    max: 300,
  },
  testimonials: {
    max: 6,
    each: {
      by: {
        min: 1,
        max: 80,
      },
      text: {
        min: 1,
        max: 300,
      },
    },
  },
} as const;

export const KIND_FORM = {
  code: {
    max: 80,
  },
  name: {
    min: 1,
    max: 80,
  },
} as const;

export const KINDS_FORM = {
  itemTypes: {
    max: 100,
    each: {
      code: {
        max: 80,
      },
      name: {
        min: 1,
        max: 80,
      },
    },
  },
  patronCategories: {
    max: 100,
    each: {
      code: {
        max: 80,
      },
      name: {
        min: 1,
        max: 80,
      },
    },
  },
} as const;

export const LABEL_SHEET_FORM = {
  code: {
    max: 80,
  },
  columnGapUm: {
    min: 0,
    max: 200000,
  },
  columns: {
    min: 1,
    max: 30,
  },
  labelHeightUm: {
    min: 5000,
    max: 1200000,
  },
  labelWidthUm: {
    min: 5000,
    max: 1200000,
  },
  marginLeftUm: {
    min: 0,
    max: 500000,
  },
  marginTopUm: {
    min: 0,
    max: 500000,
  },
  name: {
    min: 1,
    max: 80,
  },
  pageHeightUm: {
    min: 20000,
    max: 1200000,
  },
  pageWidthUm: {
    min: 20000,
    max: 1200000,
  },
  rowGapUm: {
    min: 0,
    max: 200000,
  },
  rows: {
    min: 1,
    max: 60,
  },
} as const;

export const LABEL_SHEETS_FORM = {
  sheets: {
    max: 50,
    each: {
      code: {
        max: 80,
      },
      columnGapUm: {
        min: 0,
        max: 200000,
      },
      columns: {
        min: 1,
        max: 30,
      },
      labelHeightUm: {
        min: 5000,
        max: 1200000,
      },
      labelWidthUm: {
        min: 5000,
        max: 1200000,
      },
      marginLeftUm: {
        min: 0,
        max: 500000,
      },
      marginTopUm: {
        min: 0,
        max: 500000,
      },
      name: {
        min: 1,
        max: 80,
      },
      pageHeightUm: {
        min: 20000,
        max: 1200000,
      },
      pageWidthUm: {
        min: 20000,
        max: 1200000,
      },
      rowGapUm: {
        min: 0,
        max: 200000,
      },
      rows: {
        min: 1,
        max: 60,
      },
    },
  },
} as const;

export const LABELS_FORM = {
  addedSince: {
    max: 10,
    pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
  },
  barcodeFrom: {
    min: 1,
    max: 100,
  },
  barcodeTo: {
    min: 1,
    max: 100,
  },
  barcodes: {
    min: 1,
    max: 10000,
    each: {
      min: 1,
      max: 100,
    },
  },
  book: {
    pattern: "^book_[1-9][0-9]{0,18}$",
  },
  copies: {
    min: 1,
    max: 10000,
    each: {
      pattern: "^copy_[1-9][0-9]{0,18}$",
    },
  },
  first: {
    min: 1,
    max: 1800,
  },
  import: {
    pattern: "^import_[1-9][0-9]{0,18}$",
  },
  sheet: {
    min: 1,
    max: 80,
  },
  shiftDown: {
    min: -100,
    max: 100,
  },
  shiftRight: {
    min: -100,
    max: 100,
  },
} as const;

export const LIBRARY_SETTINGS_FORM = {
  contactAddress: {
    max: 200,
  },
  contactEmail: {
    max: 254,
    pattern: "^\\s*((?=[^@]{1,64}@)[\\p{Alphabetic}\\p{N}!#$%&'*+\\-/=?^_`{|}~]+(\\.[\\p{Alphabetic}\\p{N}!#$%&'*+\\-/=?^_`{|}~]+)*@([\\p{Alphabetic}\\p{N}]([\\p{Alphabetic}\\p{N}\\-]{0,61}[\\p{Alphabetic}\\p{N}])?\\.)+(?![0-9]+\\s*$)[\\p{Alphabetic}\\p{N}][\\p{Alphabetic}\\p{N}\\-]{0,61}[\\p{Alphabetic}\\p{N}])?\\s*$",
  },
  contactPhone: {
    pattern: "^\\s*(\\+?[1-9][0-9]{0,15})?\\s*$",
  },
  name: {
    min: 1,
    max: 60,
  },
  timeZone: {
    min: 1,
    max: 100,
  },
} as const;

export const LOGIN_FORM = {
  email: {
    min: 6,
    max: 254,
    pattern: "^\\s*(?=[^@]{1,64}@)[\\p{Alphabetic}\\p{N}!#$%&'*+\\-/=?^_`{|}~]+(\\.[\\p{Alphabetic}\\p{N}!#$%&'*+\\-/=?^_`{|}~]+)*@([\\p{Alphabetic}\\p{N}]([\\p{Alphabetic}\\p{N}\\-]{0,61}[\\p{Alphabetic}\\p{N}])?\\.)+(?![0-9]+\\s*$)[\\p{Alphabetic}\\p{N}][\\p{Alphabetic}\\p{N}\\-]{0,61}[\\p{Alphabetic}\\p{N}]\\s*$",
  },
  password: {
    min: 6,
    max: 128,
  },
} as const;

export const MAIL_SETTINGS_FORM = {
  fromAddress: {
    min: 6,
    max: 254,
    pattern: "^\\s*(?=[^@]{1,64}@)[\\p{Alphabetic}\\p{N}!#$%&'*+\\-/=?^_`{|}~]+(\\.[\\p{Alphabetic}\\p{N}!#$%&'*+\\-/=?^_`{|}~]+)*@([\\p{Alphabetic}\\p{N}]([\\p{Alphabetic}\\p{N}\\-]{0,61}[\\p{Alphabetic}\\p{N}])?\\.)+(?![0-9]+\\s*$)[\\p{Alphabetic}\\p{N}][\\p{Alphabetic}\\p{N}\\-]{0,61}[\\p{Alphabetic}\\p{N}]\\s*$",
  },
  fromName: {
    max: 100,
  },
  host: {
    min: 1,
    max: 253,
    pattern: "^\\s*([\\p{Alphabetic}\\p{N}_\\-]+(\\.[\\p{Alphabetic}\\p{N}_\\-]+)*|[0-9A-Fa-f:.]+)\\s*$",
  },
  password: {
    max: 500,
  },
  port: {
    min: 1,
    max: 65535,
  },
  siteAddress: {
    min: 8,
    max: 200,
    pattern: "^\\s*https?://[\\p{Alphabetic}\\p{N}\\[][^\\s\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029?#@\\\\\"<>]*\\s*$",
  },
  user: {
    max: 200,
  },
} as const;

export const MAPPING_FORM = {
  category: {
    max: 80,
  },
  columns: {
    max: 512,
  },
  copiesWithout: {
    min: 0,
    max: 20,
  },
  separator: {
    pattern: "^[,;|\\t]$",
  },
} as const;

export const MARC_FORM = {
  text: {
    min: 1,
    max: 200000,
  },
} as const;

export const MERGE_FORM = {
  books: {
    min: 1,
    max: 3,
    each: {
      _id: {
        pattern: "^book_[1-9][0-9]{0,18}$",
      },
    },
  },
} as const;

export const MERGE_PREVIEW_FORM = {
  books: {
    min: 1,
    max: 3,
    each: {
      pattern: "^book_[1-9][0-9]{0,18}$",
    },
  },
} as const;

export const MERGED_BOOK_FORM = {
  _id: {
    pattern: "^book_[1-9][0-9]{0,18}$",
  },
} as const;

export const NEW_COPY_FORM = {
  barcode: {
    max: 100,
  },
} as const;

export const NEW_PASSKEY_FORM = {
  authenticatorData: {
    min: 1,
    max: 8192,
  },
  clientData: {
    min: 1,
    max: 8192,
  },
  name: {
    min: 1,
    max: 60,
  },
  publicKey: {
    min: 1,
    max: 8192,
  },
} as const;

export const NEW_ROLE_FORM = {
  name: {
    min: 1,
    max: 50,
  },
  permissions: {
    max: 39,
  },
} as const;

export const NEW_USER_FORM = {
  address: {
    max: 200,
  },
  class: {
    max: 50,
  },
  collegeName: {
    max: 100,
  },
  currentSemester: {
    max: 50,
  },
  currentSemesterCategory: {
    max: 80,
  },
  department: {
    max: 100,
  },
  email: {
    min: 6,
    max: 254,
    pattern: "^\\s*(?=[^@]{1,64}@)[\\p{Alphabetic}\\p{N}!#$%&'*+\\-/=?^_`{|}~]+(\\.[\\p{Alphabetic}\\p{N}!#$%&'*+\\-/=?^_`{|}~]+)*@([\\p{Alphabetic}\\p{N}]([\\p{Alphabetic}\\p{N}\\-]{0,61}[\\p{Alphabetic}\\p{N}])?\\.)+(?![0-9]+\\s*$)[\\p{Alphabetic}\\p{N}][\\p{Alphabetic}\\p{N}\\-]{0,61}[\\p{Alphabetic}\\p{N}]\\s*$",
  },
  homeroom: {
    max: 50,
  },
  name: {
    min: 2,
    max: 50,
  },
  patronCategory: {
    max: 80,
  },
  phone: {
    pattern: "^\\s*(\\+?[1-9][0-9]{0,15})?\\s*$",
  },
  staffRole: {
    min: 1,
    max: 80,
  },
  studentId: {
    max: 40,
  },
} as const;

export const NEW_WEBHOOK_FORM = {
  address: {
    min: 10,
    max: 500,
    pattern: "^\\s*[Hh][Tt][Tt][Pp][Ss]?:",
  },
  events: {
    min: 1,
    max: 5,
  },
} as const;

export const OPEN_LIBRARY_COVER_FORM = {
  cover: {
    min: 1,
    max: 9999999999,
  },
} as const;

export const OPENING_DAYS_FORM = {
  closedWeekdays: {
    max: 6,
  },
  closures: {
    max: 1000,
    each: {
      date: {
        min: 10,
        max: 10,
        pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
      },
      name: {
        min: 1,
        max: 80,
      },
    },
  },
} as const;

export const OVERRIDE_FORM = {
  comment: {
    min: 1,
    max: 500,
  },
} as const;

export const OVERRIDES_FORM = {
  overrides: {
    max: 20,
    each: {
      comment: {
        min: 1,
        max: 500,
      },
    },
  },
} as const;

export const OWN_DETAILS_FORM = {
  address: {
    max: 200,
  },
  collegeName: {
    max: 100,
  },
  currentPassword: {
    min: 1,
    max: 128,
  },
  currentSemester: {
    max: 50,
  },
  currentSemesterCategory: {
    max: 80,
  },
  department: {
    max: 100,
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
  phone: {
    pattern: "^\\s*(\\+?[1-9][0-9]{0,15})?\\s*$",
  },
} as const;

export const PAGE_FORM = {
  text: {
    max: 20000,
  },
} as const;

export const PASSKEY_NAME_FORM = {
  name: {
    min: 1,
    max: 60,
  },
} as const;

export const PASSWORD_FORM = {
  currentPassword: {
    min: 1,
    max: 128,
  },
  newPassword: {
    min: 6,
    max: 128,
    pattern: "^(?=.*\\p{Uppercase})(?=.*\\p{Lowercase})(?=.*[0-9])[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$",
  },
} as const;

export const PASSWORD_REQUEST_FORM = {
  email: {
    min: 6,
    max: 254,
    pattern: "^\\s*(?=[^@]{1,64}@)[\\p{Alphabetic}\\p{N}!#$%&'*+\\-/=?^_`{|}~]+(\\.[\\p{Alphabetic}\\p{N}!#$%&'*+\\-/=?^_`{|}~]+)*@([\\p{Alphabetic}\\p{N}]([\\p{Alphabetic}\\p{N}\\-]{0,61}[\\p{Alphabetic}\\p{N}])?\\.)+(?![0-9]+\\s*$)[\\p{Alphabetic}\\p{N}][\\p{Alphabetic}\\p{N}\\-]{0,61}[\\p{Alphabetic}\\p{N}]\\s*$",
  },
} as const;

export const PASSWORD_RESET_FORM = {
  confirmPassword: {
    min: 1,
  },
  password: {
    min: 6,
    max: 128,
    pattern: "^(?=.*\\p{Uppercase})(?=.*\\p{Lowercase})(?=.*[0-9])[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$",
  },
} as const;

export const PAYMENT_FORM = {
  amount: {
    max: 1000000000000,
  },
  note: {
    max: 500,
  },
} as const;

export const PRIVACY_SETTINGS_FORM = {
  auditDays: {
    min: 90,
    max: 3650,
  },
  borrowingDays: {
    min: 1,
    max: 3650,
  },
} as const;

export const RATING_FORM = {
  review: {
    max: 1000,
  },
  stars: {
    min: 1,
    max: 5,
  },
} as const;

export const REGISTRATION_CONFIRMATION_FORM = {
  password: {
    min: 6,
    max: 128,
  },
} as const;

export const ROLE_CHANGE_FORM = {
  name: {
    min: 1,
    max: 50,
  },
  permissions: {
    max: 39,
  },
} as const;

export const RULE_FORM = {
  itemType: {
    max: 80,
  },
  patronCategory: {
    max: 80,
  },
  value: {
    min: 1,
    max: 40,
  },
} as const;

export const RULES_FORM = {
  rules: {
    max: 500,
    each: {
      itemType: {
        max: 80,
      },
      patronCategory: {
        max: 80,
      },
      value: {
        min: 1,
        max: 40,
      },
    },
  },
} as const;

export const SAVED_SEARCH_CHANGE_FORM = {
  name: {
    min: 1,
    max: 100,
  },
} as const;

export const SAVED_SEARCH_FORM = {
  name: {
    min: 1,
    max: 100,
  },
} as const;

export const SECOND_STEP_FORM = {
  code: {
    min: 1,
    max: 60,
  },
} as const;

export const SECURITY_SETTINGS_FORM = {
  idleMinutes: {
    min: 5,
    max: 1440,
  },
  idleMinutesOfSharedComputers: {
    min: 5,
    max: 1440,
  },
  idleMinutesOfStaff: {
    min: 5,
    max: 1440,
  },
  leastPasswordLength: {
    min: 6,
    max: 64,
  },
} as const;

export const SETUP_FORM = {
  closedWeekdays: {
    max: 6,
  },
  confirmPassword: {
    min: 1,
  },
  email: {
    min: 6,
    max: 254,
    pattern: "^\\s*(?=[^@]{1,64}@)[\\p{Alphabetic}\\p{N}!#$%&'*+\\-/=?^_`{|}~]+(\\.[\\p{Alphabetic}\\p{N}!#$%&'*+\\-/=?^_`{|}~]+)*@([\\p{Alphabetic}\\p{N}]([\\p{Alphabetic}\\p{N}\\-]{0,61}[\\p{Alphabetic}\\p{N}])?\\.)+(?![0-9]+\\s*$)[\\p{Alphabetic}\\p{N}][\\p{Alphabetic}\\p{N}\\-]{0,61}[\\p{Alphabetic}\\p{N}]\\s*$",
  },
  leastPasswordLength: {
    min: 6,
    max: 64,
  },
  libraryName: {
    min: 1,
    max: 60,
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
  timeZone: {
    min: 1,
    max: 100,
  },
} as const;

export const TESTIMONIAL_FORM = {
  by: {
    min: 1,
    max: 80,
  },
  text: {
    min: 1,
    max: 300,
  },
} as const;

export const USER_CHANGE_FORM = {
  address: {
    max: 200,
  },
  blockReason: {
    min: 1,
    max: 500,
  },
  class: {
    max: 50,
  },
  collegeName: {
    max: 100,
  },
  currentSemester: {
    max: 50,
  },
  currentSemesterCategory: {
    max: 80,
  },
  department: {
    max: 100,
  },
  email: {
    min: 6,
    max: 254,
    pattern: "^\\s*(?=[^@]{1,64}@)[\\p{Alphabetic}\\p{N}!#$%&'*+\\-/=?^_`{|}~]+(\\.[\\p{Alphabetic}\\p{N}!#$%&'*+\\-/=?^_`{|}~]+)*@([\\p{Alphabetic}\\p{N}]([\\p{Alphabetic}\\p{N}\\-]{0,61}[\\p{Alphabetic}\\p{N}])?\\.)+(?![0-9]+\\s*$)[\\p{Alphabetic}\\p{N}][\\p{Alphabetic}\\p{N}\\-]{0,61}[\\p{Alphabetic}\\p{N}]\\s*$",
  },
  homeroom: {
    max: 50,
  },
  name: {
    min: 2,
    max: 50,
  },
  patronCategory: {
    max: 80,
  },
  phone: {
    pattern: "^\\s*(\\+?[1-9][0-9]{0,15})?\\s*$",
  },
  staffRole: {
    min: 1,
    max: 80,
  },
  studentId: {
    max: 40,
  },
} as const;

export const WAIVER_FORM = {
  amount: {
    max: 1000000000000,
  },
  note: {
    min: 1,
    max: 500,
  },
} as const;

export const WEBHOOK_FORM = {
  address: {
    min: 10,
    max: 500,
    pattern: "^\\s*[Hh][Tt][Tt][Pp][Ss]?:",
  },
  events: {
    min: 1,
    max: 5,
  },
} as const;
