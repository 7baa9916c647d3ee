/** The formats of files of books, with their endings and their names. */
export const EXPORT_FORMATS = {
  csv: { ending: "csv", label: "admin.books.exportCsv" },
  marc: { ending: "mrc", label: "admin.books.exportMarc" },
  marcxml: { ending: "xml", label: "admin.books.exportXml" },
} as const;

export type ExportFormat = keyof typeof EXPORT_FORMATS;
