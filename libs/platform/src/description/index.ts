export type { ApiPropertyOptions, ApiResponseOptions } from '@nestjs/swagger';

type Swagger = typeof import('@nestjs/swagger');

/** Metadata key of what the description of the API says about a field: the options of `ApiProperty`. */
export const DESCRIBED = 'swagger/apiModelProperties';

/** What validation reads is all that a process needs of a description. */
const ApiPropertyOnly = (options?: object) => (target: object, field: string) =>
  Reflect.defineMetadata(DESCRIBED, { ...Reflect.getMetadata(DESCRIBED, target, field), ...options }, target, field);
const nothing = () => function () {};

/**
 * The decorators of `@nestjs/swagger`, which takes a tenth of the start and of the memory of a process: only `npm run
 * generate` loads it. What is picked here is for views, which nothing validates.
 */
export const {
  ApiBody,
  ApiConsumes,
  ApiDefaultResponse,
  ApiExtraModels,
  ApiHeader,
  ApiProperty,
  ApiQuery,
  ApiResponse,
  ApiTags,
  getSchemaPath,
  IntersectionType,
  OmitType,
  PickType,
} = process.env['DESCRIBES_API']
  ? (require('@nestjs/swagger') as Swagger)
  : new Proxy({} as Swagger, { get: (_, name) => (name === 'ApiProperty' ? ApiPropertyOnly : nothing) });
