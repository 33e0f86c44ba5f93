import { imageLibrary } from '../platform/loadLater.ts';

/** A place on a plan, in shares of its width and height. */
export interface Room {
  left: number;
  top: number;
  right: number;
  bottom: number;
}
const size = { width: 1600, height: 1000 };
const outer: Room = { left: 0.02, top: 0.03, right: 0.98, bottom: 0.97 };

/** Rooms side by side in two rows or three, each as wide as it has things in it. */
export function roomsFor(counts: readonly number[]): Room[] {
  const lines = counts.length <= 2 ? 1 : counts.length <= 6 ? 2 : 3;
  const perLine = Math.ceil(counts.length / lines);
  const rooms: Room[] = [];
  const height = (outer.bottom - outer.top) / lines;
  for (let line = 0; line < lines; line++) {
    const part = counts.slice(line * perLine, (line + 1) * perLine);
    const weights = part.map((count) => 2 + count);
    const sum = weights.reduce((all, weight) => all + weight, 0);
    let left = outer.left;
    for (const weight of weights) {
      const right = left + ((outer.right - outer.left) * weight) / sum;
      rooms.push({ left, top: outer.top + line * height, right, bottom: outer.top + (line + 1) * height });
      left = right;
    }
  }
  return rooms;
}

/** Places in rows within a room, below its name. */
export function placesIn({ left, top, right, bottom }: Room, count: number): { x: number; y: number }[] {
  const [width, height] = [right - left, bottom - top - 0.05];
  const columns = Math.max(1, Math.min(count, Math.round(Math.sqrt((count * width * 1.6) / height / 3)) || 1));
  const lines = Math.ceil(count / columns);
  return Array.from({ length: count }, (_, index) => ({
    x: left + (width * ((index % columns) + 0.5)) / columns,
    y: top + 0.05 + (height * (Math.floor(index / columns) + 0.5)) / lines,
  }));
}

/** Walls with a door in each room, as an architect’s plan has them. */
export async function drawPlan(rooms: readonly Room[]): Promise<Buffer> {
  const px = (room: Room) => ({
    x: room.left * size.width,
    y: room.top * size.height,
    width: (room.right - room.left) * size.width,
    height: (room.bottom - room.top) * size.height,
  });
  const walls = rooms.map((room) => {
    const { x, y, width, height } = px(room);
    const door = x + width / 2;
    return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="#fbfbf9" stroke="#333" stroke-width="9"/>
      <rect x="${door - 34}" y="${y + height - 6}" width="68" height="12" fill="#fbfbf9"/>
      <path d="M${door - 34} ${y + height}V${y + height - 62}A68 68 0 0 1 ${door + 34} ${y + height}" fill="none" stroke="#999" stroke-width="2"/>`;
  });
  const lines = Array.from({ length: 31 }, (_, i) => `M${(i + 1) * 50} 0V${size.height}`).join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">
    <rect width="100%" height="100%" fill="#fff"/><path d="${lines}" stroke="#f0f0f0" stroke-width="1"/>${walls.join('')}</svg>`;
  return imageLibrary()(Buffer.from(svg)).png({ palette: true }).toBuffer();
}
