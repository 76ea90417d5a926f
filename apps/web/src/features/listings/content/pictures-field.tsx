import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { upload } from '../../../api/calls.js';
import type { ApiError } from '../../../api/errors.js';
import type { PictureView } from '../../../api/schema.js';
import { SendError } from '../../../components/feedback/feedback.js';
import { common } from '../../../text/common.js';
import { texts } from '../texts/content.js';
import { pictureHref, type ContentBody } from './shown-content.js';

type Pictures = ContentBody['screenshots'];
const MOST = 5;

/** Screenshots with what they show, in their order. A picture is uploaded at once and kept by saving. */
export function PicturesField({
  driveId,
  pictures,
  onChange,
}: {
  driveId: string;
  pictures: Pictures;
  onChange: (pictures: Pictures) => void;
}) {
  const id = useId();
  const add = useMutation<PictureView, ApiError, File>({
    mutationFn: (file) => upload('/api/v1/author/drives/{driveId}/content/pictures', { path: { driveId } }, file),
    onSuccess: ({ digest }) => {
      if (!pictures.some((one) => one.digest === digest)) onChange([...pictures, { digest, alt: '' }]);
    },
  });
  const others = (at: number): Pictures => pictures.filter((_, index) => index !== at);
  return (
    <fieldset className="stack facet">
      <legend>{texts.pictures.legend}</legend>
      {pictures.map(({ digest, alt }, at) => (
        <div key={digest} className="row row-start">
          <img className="listing-thumb" src={pictureHref(driveId, digest)} width={96} height={60} alt="" />
          <div className="stack stack-4 grow">
            <TextInput
              label={texts.pictures.alt(at + 1)}
              required
              maxLength={300}
              value={alt}
              onChange={({ currentTarget: { value } }) =>
                onChange(pictures.map((one) => (one.digest === digest ? { digest, alt: value } : one)))
              }
            />
            <div className="row">
              {at > 0 ? (
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() =>
                    onChange([...others(at).slice(0, at - 1), { digest, alt }, ...others(at).slice(at - 1)])
                  }
                >
                  {texts.pictures.earlier}
                </Button>
              ) : null}
              <Button size="compact-sm" variant="default" onClick={() => onChange(others(at))}>
                {common.remove}
              </Button>
            </div>
          </div>
        </div>
      ))}
      {pictures.length < MOST ? (
        <div className="stack stack-4">
          <label htmlFor={id}>{texts.pictures.add}</label>
          <input
            id={id}
            type="file"
            accept="image/png,image/jpeg,image/webp"
            onChange={(event) => {
              const file = event.currentTarget.files?.[0];
              if (file) add.mutate(file);
              event.currentTarget.value = '';
            }}
          />
        </div>
      ) : null}
      <SendError error={add.error} />
    </fieldset>
  );
}
