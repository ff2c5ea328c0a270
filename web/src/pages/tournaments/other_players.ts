// The players of a large tournament of whom its channel does not tell.

import { get } from "../../api";
import type { PlayerPage, PlayerRow, TournamentView } from "../../wire";

const PAGE = 200;

/** Everybody behind those that the view has, as they are now. */
export async function otherPlayers(view: TournamentView): Promise<PlayerRow[]> {
  const found: PlayerRow[] = [];
  for (let offset = view.players.length; offset < view.players_count; offset += PAGE) {
    found.push(...(await get<PlayerPage>(`/api/tournaments/${view.row.tournament}/players?offset=${offset}&limit=${PAGE}`)).players);
  }
  return found;
}
