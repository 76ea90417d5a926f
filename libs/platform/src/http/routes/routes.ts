import { applyDecorators, Controller, Delete, Get, Patch, Post, Put, type Type } from '@nestjs/common';
import { ApiTags } from '../../description/index.js';
import type { Page } from '@portal/kernel';
import { ApiData, ApiFile, ApiPage, type ResponseOptions } from './api-docs.js';
import { RawBody } from '../answers/envelope.js';

/** The class has the routes below `path`; the API description lists them under `tag`. */
export function ApiController(tag: string, path: string): ClassDecorator {
  return applyDecorators(ApiTags(tag), Controller(path));
}

type Verb = (path: string) => MethodDecorator;
type Answer<T> = (...request: never[]) => T | Promise<T>;
/** On methods that answer with a `T`. */
type RouteOf<T> = <M extends Answer<T>>(
  target: object,
  name: string | symbol,
  method: TypedPropertyDescriptor<M>,
) => void;

/** A route of a verb that answers with the view: `@GetData('runs/:id', RunView)`. Sets the status and describes it. */
const withData =
  (verb: Verb) =>
  <T>(path: string, view: Type<T>, options?: ResponseOptions): RouteOf<T> =>
    applyDecorators(verb(path), ApiData(view, options));

/** The same for a page of views. */
const withPage =
  (verb: Verb) =>
  <T>(path: string, view: Type<T>, options?: ResponseOptions): RouteOf<Page<T>> =>
    applyDecorators(verb(path), ApiPage(view, options));

export const GetData = withData(Get);
export const GetPage = withPage(Get);
export const PostData = withData(Post);
export const PostPage = withPage(Post);
export const PutData = withData(Put);
export const PatchData = withData(Patch);
export const DeleteData = withData(Delete);

/** A route that answers with a file of one of these media types, without an envelope; `more` as for `ApiFile`. */
export const GetFile = (path: string, ...file: Parameters<typeof ApiFile>): MethodDecorator =>
  applyDecorators(Get(path), ApiFile(...file), RawBody());
