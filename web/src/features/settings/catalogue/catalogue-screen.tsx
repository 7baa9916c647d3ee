import { useTranslation } from "@/lib/i18n/index.ts";
import { CATALOGUE_SETTINGS_FORM } from "@/lib/limits.ts";
import type { Problems } from "@/lib/use-form.ts";
import { Card, Section } from "@/ui/card.tsx";
import { Checkbox } from "@/ui/checkbox.tsx";
import { TextInput } from "@/ui/text-input.tsx";
import type { Sections } from "../section-calls.ts";
import { SectionFormFrame } from "../section-form.tsx";
import { SectionPage } from "../section-page.tsx";
import { useSectionForm, type Warning } from "../use-section-form.ts";

type Stored = Sections["catalogue"];

/** `/admin/settings/catalogue`: whether visitors can search the catalogue, and search engines and other systems list it. */
export default function CatalogueSettingsScreen() {
  const { t } = useTranslation();
  return (
    <SectionPage
      name="catalogue"
      title={t("settings.catalogue.title")}
      lead={t("settings.catalogue.lead")}
    >
      {(stored, reload) => <CatalogueForm stored={stored} onReload={reload} />}
    </SectionPage>
  );
}

interface Values {
  openToVisitors: boolean;
  indexed: boolean;
  oaiPmh: boolean;
  sru: boolean;
  siteAddress: string;
}

/** If no address is stored, proposes the one at which the administrator opened this screen. */
function valuesOf({ siteAddress, openToVisitors, indexed, oaiPmh, sru }: Stored): Values {
  return { openToVisitors, indexed, oaiPmh, sru, siteAddress: siteAddress ?? location.origin };
}

function toForm({ openToVisitors, indexed, oaiPmh, sru, siteAddress }: Values) {
  return {
    openToVisitors,
    indexed: openToVisitors && indexed,
    oaiPmh,
    sru,
    siteAddress: siteAddress.trim() || null,
  };
}

/** Whether the site address is needed, and so shown. */
function needsAddress({ openToVisitors, indexed, oaiPmh, sru }: Values) {
  return (openToVisitors && indexed) || oaiPmh || sru;
}

function check(values: Values): Problems<Values> {
  const missing = needsAddress(values) && values.siteAddress.trim() === "";
  return {
    siteAddress: missing
      ? { key: "settings.catalogue.siteAddressRequired", values: {} }
      : undefined,
  };
}

/** Asks for confirmation before the catalogue becomes public. */
function openingWarning(saved: Values, values: Values): Warning | null {
  const indexes =
    values.openToVisitors && values.indexed && !(saved.openToVisitors && saved.indexed);
  if ((saved.openToVisitors || !values.openToVisitors) && !indexes) return null;
  const effects: Warning["effects"][number][] = [];
  if (!saved.openToVisitors) effects.push({ key: "settings.catalogue.warning.open" });
  if (indexes) effects.push({ key: "settings.catalogue.warning.indexed" });
  return { title: "settings.catalogue.warning.title", effects };
}

/** The address that other systems are given. */
function Given({ label, site, path }: { label: string; site: string | null; path: string }) {
  return (
    <p className="text-muted text-sm">
      {label} <code className="[overflow-wrap:anywhere]">{`${site ?? ""}${path}`}</code>
    </p>
  );
}

function CatalogueForm({ stored, onReload }: { stored: Stored; onReload: () => void }) {
  const { t } = useTranslation();
  const section = useSectionForm({
    name: "catalogue",
    stored,
    valuesOf,
    toForm,
    check,
    warn: openingWarning,
  });
  const { form } = section;
  return (
    <SectionFormFrame section={section} onReload={onReload}>
      <Section title={t("settings.catalogue.visitors")}>
        <Card>
          <Checkbox
            label={t("settings.catalogue.open")}
            hint={t("settings.catalogue.openHint")}
            {...form.box("openToVisitors")}
          />
        </Card>
      </Section>
      {form.values.openToVisitors ? (
        <Section title={t("settings.catalogue.engines")}>
          <Card>
            <div className="flex flex-col gap-6">
              <Checkbox
                label={t("settings.catalogue.indexed")}
                hint={t("settings.catalogue.indexedHint")}
                {...form.box("indexed")}
              />
            </div>
          </Card>
        </Section>
      ) : null}
      <Section title={t("settings.catalogue.sharing")}>
        <Card>
          <div className="flex flex-col gap-6">
            <Checkbox
              label={t("settings.catalogue.oaiPmh")}
              hint={t("settings.catalogue.oaiPmhHint")}
              {...form.box("oaiPmh")}
            />
            {stored.oaiPmh ? (
              <Given
                label={t("settings.catalogue.oaiAddress")}
                site={stored.siteAddress}
                path="/oai"
              />
            ) : null}
            <Checkbox
              label={t("settings.catalogue.sru")}
              hint={t("settings.catalogue.sruHint")}
              {...form.box("sru")}
            />
            {stored.sru ? (
              <Given
                label={t("settings.catalogue.sruAddress")}
                site={stored.siteAddress}
                path="/sru"
              />
            ) : null}
          </div>
        </Card>
      </Section>
      {form.values.openToVisitors || needsAddress(form.values) ? (
        <Section title={t("settings.catalogue.address")}>
          <Card>
            <TextInput
              label={t("settings.catalogue.siteAddress")}
              hint={t("settings.catalogue.siteAddressHint")}
              maxLength={CATALOGUE_SETTINGS_FORM.siteAddress.max}
              {...form.text("siteAddress")}
            />
          </Card>
        </Section>
      ) : null}
    </SectionFormFrame>
  );
}
