import path from 'node:path';
import { Param, Query, StreamableFile } from '@nestjs/common';
import { CurrentActor, RequireRole, SignedIn, type Actor } from '@portal/platform/access';
import { IdParam, ApiController, GetData, GetPage, GetFile } from '@portal/platform/http';
import { Pdfs } from '@portal/platform/pdf';
import { AgreementVersions } from './agreement-versions.js';
import { CompareAgreementQuery } from '../applications/authors.dto.js';
import { AgreementEntryView, AgreementTextView, OrganizationSignaturesView } from '../applications/authors.view.js';

const PDF = path.join(__dirname, 'pdf/signed-agreement-pdf.task');

/** Served as a download with a fixed name and type. */
const file = (body: Buffer, type: string, version: string, ending: string): StreamableFile =>
  new StreamableFile(body, {
    type,
    disposition: `attachment; filename="developer-agreement-${version.replaceAll(/[^\w.-]/g, '_')}-signed.${ending}"`,
    length: body.length,
  });

/** The texts are the same for everyone, including people who consider applying. */
@ApiController('author account', 'api/v1/author/agreements')
export class AgreementVersionsController {
  constructor(
    private readonly versions: AgreementVersions,
    private readonly pdfs: Pdfs,
  ) {}

  /** List agreement versions with your signatures. Newest first: announced, in force and superseded. */
  @GetPage('', AgreementEntryView)
  @SignedIn()
  list(@CurrentActor() actor: Actor) {
    return this.versions.own(actor);
  }

  /** Get an agreement version. With the changes, clause by clause, from the version signed last or from `against`. */
  @GetData(':version', AgreementTextView)
  @SignedIn()
  get(@CurrentActor() actor: Actor, @Param('version') version: string, @Query() query: CompareAgreementQuery) {
    return this.versions.one(actor, version, query.against);
  }

  /** Download your signed agreement as PDF. The record of the signature and the text. */
  @GetFile(':version/signed-copy/pdf', ['application/pdf'])
  @RequireRole('author')
  async pdf(@CurrentActor() actor: Actor, @Param('version') version: string): Promise<StreamableFile> {
    const copy = await this.versions.signedCopy(actor, version);
    return file(await this.pdfs.drawnOnce(PDF, copy), 'application/pdf', version, 'pdf');
  }

  /** Download your signed agreement as JSON. Contains the exact text; its SHA-256 is the digest that was signed. */
  @GetFile(':version/signed-copy/json', ['application/json'])
  @RequireRole('author')
  async json(@CurrentActor() actor: Actor, @Param('version') version: string): Promise<StreamableFile> {
    const copy = await this.versions.signedCopy(actor, version);
    return file(Buffer.from(`${JSON.stringify(copy, null, 2)}\n`), 'application/json', version, 'json');
  }
}

@RequireRole('reviewer', 'finance', 'admin')
@ApiController('review', 'api/v1/review/organizations')
export class OrganizationSignaturesController {
  constructor(
    private readonly versions: AgreementVersions,
    private readonly pdfs: Pdfs,
  ) {}

  /** List the agreement signatures of an organisation. Who signed which text, when and from where, by its digest. */
  @GetData(':orgId/agreement-signatures', OrganizationSignaturesView)
  list(@IdParam('orgId') orgId: string) {
    return this.versions.ofOrganization(orgId);
  }
}
