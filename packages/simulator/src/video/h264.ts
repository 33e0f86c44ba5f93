import { BitWriter } from './BitWriter.ts';
import type { Picture } from './Picture.ts';

/**
 * As much of H.264 (ITU-T H.264, Constrained Baseline) as drawn pictures need: a macroblock is what its neighbours suggest
 * (Intra 16x16, DC), what the picture before shows (P_Skip), or its samples as they are (I_PCM). Nothing is lost, nothing is
 * searched, every decoder plays it.
 */

const profile = { idc: 66, constraints: 0xc0, level: 30 };
/** As `codecs` of MIME types has it (RFC 6381). */
export const codecName = `avc1.${[profile.idc, profile.constraints, profile.level].map((n) => n.toString(16).padStart(2, '0').toUpperCase()).join('')}`;

/** `nal_unit_type`, with `nal_ref_idc` 3: everything here is referred to. */
const nal = { slice: 0x61, idr: 0x65, sequence: 0x67, picture: 0x68 };
/** A picture's number counts modulo this. */
const frameNumbers = 16;

/** No start code may appear inside (§7.4.1): 00 00 03 stands for 00 00 where 00 to 03 follow. */
function unit(type: number, payload: Buffer): Buffer {
  const out = [type];
  let zeros = 0;
  for (const byte of payload) {
    if (zeros >= 2 && byte <= 3) {
      out.push(3);
      zeros = 0;
    }
    out.push(byte);
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return Buffer.from(out);
}

/** What decoders need to know beforehand. @param shown the height that is shown; below it lies what fills the last row of macroblocks */
export function parameterSets(width: number, height: number, shown: number): { sequence: Buffer; picture: Buffer } {
  const sps = new BitWriter();
  sps.bits(profile.idc, 8);
  sps.bits(profile.constraints, 8);
  sps.bits(profile.level, 8);
  sps.ue(0); // seq_parameter_set_id
  sps.ue(0); // log2_max_frame_num_minus4: modulo 16
  sps.ue(2); // pic_order_cnt_type: shown in the order in which they come
  sps.ue(1); // max_num_ref_frames
  sps.bits(0, 1); // gaps_in_frame_num_value_allowed_flag
  sps.ue(width / 16 - 1);
  sps.ue(height / 16 - 1);
  sps.bits(1, 1); // frame_mbs_only_flag
  sps.bits(1, 1); // direct_8x8_inference_flag
  sps.bits(1, 1); // frame_cropping_flag; offsets count pairs of rows
  for (const offset of [0, 0, 0, (height - shown) / 2]) sps.ue(offset);
  sps.bits(0, 1); // vui_parameters_present_flag
  const pps = new BitWriter();
  pps.ue(0); // pic_parameter_set_id
  pps.ue(0); // seq_parameter_set_id
  pps.bits(0, 1); // entropy_coding_mode_flag: CAVLC
  pps.bits(0, 1); // bottom_field_pic_order_in_frame_present_flag
  pps.ue(0); // num_slice_groups_minus1
  pps.ue(0); // num_ref_idx_l0_default_active_minus1
  pps.ue(0); // num_ref_idx_l1_default_active_minus1
  pps.bits(0, 1); // weighted_pred_flag
  pps.bits(0, 2); // weighted_bipred_idc
  pps.se(0); // pic_init_qp_minus26
  pps.se(0); // pic_init_qs_minus26
  pps.se(0); // chroma_qp_index_offset
  pps.bits(1, 1); // deblocking_filter_control_present_flag
  pps.bits(0, 1); // constrained_intra_pred_flag
  pps.bits(0, 1); // redundant_pic_cnt_present_flag
  return { sequence: unit(nal.sequence, sps.finish()), picture: unit(nal.picture, pps.finish()) };
}

/** Turns pictures into access units, one after the other; the first, and whenever asked for, one that stands on none before it. */
export class H264Encoder {
  #before: Picture | null = null;
  #frameNumber = 0;
  #idrNumber = 0;

  /** One picture as one NAL unit. */
  encode(picture: Picture, asKeyFrame: boolean): { unit: Buffer; isKeyFrame: boolean } {
    const before = asKeyFrame ? null : this.#before;
    this.#frameNumber = before ? (this.#frameNumber + 1) % frameNumbers : 0;
    const slice = new BitWriter();
    slice.ue(0); // first_mb_in_slice
    slice.ue(before ? 5 : 7); // slice_type: P or I
    slice.ue(0); // pic_parameter_set_id
    slice.bits(this.#frameNumber, 4);
    if (before) {
      slice.bits(0, 1); // num_ref_idx_active_override_flag
      slice.bits(0, 1); // ref_pic_list_modification_flag_l0
      slice.bits(0, 1); // adaptive_ref_pic_marking_mode_flag
    } else {
      // Two key frames next to each other must differ here.
      slice.ue(this.#idrNumber++ % 2);
      slice.bits(0, 2); // no_output_of_prior_pics_flag, long_term_reference_flag
    }
    slice.se(0); // slice_qp_delta
    slice.ue(1); // disable_deblocking_filter_idc: what is drawn sharp stays sharp
    if (before) writeChanges(slice, picture, before);
    else writeWhole(slice, picture);
    this.#before = picture;
    return { unit: unit(before ? nal.slice : nal.idr, slice.finish()), isKeyFrame: !before };
  }
}

function writeWhole(slice: BitWriter, picture: Picture): void {
  const [columns, rows] = [picture.width / 16, picture.height / 16];
  // Which macroblocks were written as samples: it decides how "nothing to add" is spelled in the next ones.
  const asSamples = new Uint8Array(columns * rows);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      if (isAsSuggested(picture, column, row)) {
        slice.ue(3); // I_16x16_2_0_0: DC, no residual but that of DC
        slice.ue(0); // intra_chroma_pred_mode: DC
        slice.se(0); // mb_qp_delta
        const nearSamples =
          (column > 0 && asSamples[row * columns + column - 1] === 1) ||
          (row > 0 && asSamples[(row - 1) * columns + column] === 1);
        // coeff_token of no coefficient: `1` beside empty blocks, `0000 11` beside full ones (sixteen each, Table 9-5).
        if (nearSamples) slice.bits(0b000011, 6);
        else slice.bits(1, 1);
      } else {
        asSamples[row * columns + column] = 1;
        slice.ue(25); // I_PCM
        writeSamples(slice, picture, column, row);
      }
    }
  }
}

function writeChanges(slice: BitWriter, picture: Picture, before: Picture): void {
  const [columns, rows] = [picture.width / 16, picture.height / 16];
  let skipped = 0;
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      if (isUnchanged(picture, before, column, row)) {
        skipped += 1;
        continue;
      }
      slice.ue(skipped); // mb_skip_run
      skipped = 0;
      slice.ue(5 + 25); // I_PCM among P macroblocks
      writeSamples(slice, picture, column, row);
    }
  }
  if (skipped > 0) slice.ue(skipped);
}

function writeSamples(slice: BitWriter, picture: Picture, column: number, row: number): void {
  slice.align();
  for (const { plane, stride, size } of planesOf(picture)) {
    for (let line = 0; line < size; line += 1) {
      const start = (row * size + line) * stride + column * size;
      for (let at = start; at < start + size; at += 1) slice.byte(plane[at]!);
    }
  }
}

/** The planes with how much of them a macroblock has. */
const planesOf = ({ y, u, v, width }: Picture) =>
  [
    { plane: y, stride: width, size: 16 },
    { plane: u, stride: width / 2, size: 8 },
    { plane: v, stride: width / 2, size: 8 },
  ] as const;

/** All of one colour, which is also that of everything above and to the left of it: what prediction by DC makes of it. */
function isAsSuggested(picture: Picture, column: number, row: number): boolean {
  if (column === 0 && row === 0) return false;
  return planesOf(picture).every(({ plane, stride, size }) => {
    const corner = row * size * stride + column * size;
    const value = plane[corner]!;
    const firstLine = row > 0 ? -1 : 0;
    const firstColumn = column > 0 ? -1 : 0;
    for (let line = firstLine; line < size; line += 1) {
      // The pixel at the very corner is not asked.
      for (let at = line === -1 ? 0 : firstColumn; at < size; at += 1)
        if (plane[corner + line * stride + at] !== value) return false;
    }
    return true;
  });
}

function isUnchanged(picture: Picture, before: Picture, column: number, row: number): boolean {
  const old = planesOf(before);
  return planesOf(picture).every(({ plane, stride, size }, index) => {
    const { plane: other } = old[index]!;
    for (let line = 0; line < size; line += 1) {
      const start = (row * size + line) * stride + column * size;
      for (let at = start; at < start + size; at += 1) if (plane[at] !== other[at]) return false;
    }
    return true;
  });
}
