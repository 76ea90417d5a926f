import { applyDecorators, Controller, Delete, Get, Patch, Post, Put, type Type } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiData, ApiPage, type ResponseOptions } from './api-docs.js';

/** The class has the routes below `path`; the API description lists them under `tag`. */
export function ApiController(tag: string, path: string): ClassDecorator {
  return applyDecorators(ApiTags(tag), Controller(path));
}

/** A route of a verb whose response is described too: `@GetData('runs/:id', RunView)`. */
const route =
  (verb: (path: string) => MethodDecorator, answer: typeof ApiData) =>
  (path: string, model: Type, options?: ResponseOptions): MethodDecorator =>
    applyDecorators(verb(path), answer(model, options));

export const GetData = route(Get, ApiData);
export const GetPage = route(Get, ApiPage);
export const PostData = route(Post, ApiData);
export const PostPage = route(Post, ApiPage);
export const PutData = route(Put, ApiData);
export const PatchData = route(Patch, ApiData);
export const DeleteData = route(Delete, ApiData);
