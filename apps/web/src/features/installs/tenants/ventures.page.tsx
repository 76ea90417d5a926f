import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useGet, useList, usePut, useSend, type TenantView } from '../../../api/hooks.js';
import { Resource } from '../../../components/feedback/resource.js';
import { DialogButton } from '../../../components/layout/dialog-button.js';
import { Page } from '../../../components/layout/page.js';
import { Capabilities } from '../../../components/review/capabilities.js';
import { ListTable } from '../../../components/tables/data-table.js';
import { useParam, useUrlState } from '../../../lib/url-state.js';
import { common, rich } from '../../../text/common.js';
import { texts as areaTexts } from '../texts/tenants.js';
import { NameDialog } from './name-dialog.js';

const texts = areaTexts.ventures;

/** The ventures of a tenant and the names of both, as the host's API has them. */
export function VenturesPage() {
  const id = useParam('id');
  const tenant = useGet('/api/v1/host/tenants/{id}', { path: { id } });
  return (
    <Resource of={tenant} page>
      {(found) => <Ventures tenant={found} />}
    </Resource>
  );
}

function Ventures({ tenant }: { tenant: TenantView }) {
  const ventures = useList('/api/v1/host/tenants/{id}/ventures', { path: { id: tenant.id } });
  return (
    <Page
      title={texts.title(tenant.name)}
      actions={
        <>
          <DialogButton dialog={<RenameTenant tenant={tenant} />}>{texts.renameTenant}</DialogButton>
          <DialogButton variant="filled" dialog={<AddVenture tenant={tenant} />}>
            {texts.add}
          </DialogButton>
        </>
      }
    >
      <p className="dim">{rich(texts.explanation, { link: (text) => <Link to="/admin/tenants">{text}</Link> })}</p>
      <ListTable
        label={texts.tableLabel}
        list={ventures}
        empty={texts.empty}
        titles={texts.columns}
        columns={[
          { id: 'venture', cell: (row) => row.name },
          { id: 'external', cell: (row) => <code>{row.external_id}</code> },
          {
            id: 'act',
            cell: (row) => (
              <DialogButton
                aria-label={texts.renameLabel(row.name)}
                dialog={<RenameVenture tenant={tenant} venture={row} />}
              >
                {texts.rename}
              </DialogButton>
            ),
          },
        ]}
      />
      <Capabilities thing="tenant" id={tenant.id} />
      <Installs tenant={tenant} />
    </Page>
  );
}

function Installs({ tenant }: { tenant: TenantView }) {
  const installs = useList('/api/v1/host/installs', { query: { tenant: tenant.external_id } });
  const [chosen, choose] = useUrlState('install');
  return (
    <>
      <ListTable
        label={common.installs}
        list={installs}
        empty={texts.noInstalls}
        columns={[
          { id: 'plugin', cell: (row) => row.name },
          { id: 'venture', cell: (row) => row.venture_name },
          {
            id: 'act',
            cell: (row) => (
              <Button
                variant="default"
                aria-label={texts.mayDoLabel(row.name, row.venture_name)}
                onClick={() => choose(row.id)}
              >
                {texts.mayDo}
              </Button>
            ),
          },
        ]}
      />
      {chosen === '' ? null : <Capabilities thing="install" id={chosen} key={chosen} />}
    </>
  );
}

function AddVenture({ tenant }: { tenant: TenantView }) {
  const add = useSend('/api/v1/host/tenants/{id}/ventures', {
    path: { id: tenant.id },
    toast: ({ name }) => texts.toastAdded(name),
  });
  return (
    <NameDialog
      title={texts.addTitle(tenant.name)}
      withId
      send={add}
      onSave={({ name, external_id }) => add.mutate({ name, external_id })}
    />
  );
}

function RenameTenant({ tenant }: { tenant: TenantView }) {
  const save = usePut('/api/v1/host/external/tenants/{tenant}', {
    path: { tenant: tenant.external_id },
    toast: ({ name }) => texts.toastRenamed(name),
  });
  return (
    <NameDialog
      title={texts.renameLabel(tenant.name)}
      initial={tenant.name}
      send={save}
      onSave={({ name }) => save.mutate({ name })}
    />
  );
}

function RenameVenture({ tenant, venture }: { tenant: TenantView; venture: TenantView }) {
  const save = usePut('/api/v1/host/external/tenants/{tenant}/ventures/{venture}', {
    path: { tenant: tenant.external_id, venture: venture.external_id },
    toast: ({ name }) => texts.toastRenamed(name),
  });
  return (
    <NameDialog
      title={texts.renameLabel(venture.name)}
      initial={venture.name}
      send={save}
      onSave={({ name }) => save.mutate({ name })}
    />
  );
}
