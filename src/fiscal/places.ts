// Panama's provinces, districts and corregimientos with the codes by which fiscal documents name a place.

/**
 * Source: the list that the DGI's schemas of version 1.00 take as `dCodUbi` (FE_ubicaciones_v1.00), as an integrator published it in 2020;
 * the spelling with accents is that of INEC's census lists. Corregimientos are numbered in the order in which they stand here.
 * Later divisions (the district of Almirante, Tierras Altas, Santa Fe of Darién and others) have no code in it, so the
 * list is not complete, and a code that it does not have is not wrong for that.
 */
const DIVISION = `
1 Bocas del Toro
1-1 Bocas del Toro: Bocas del Toro, Bastimentos, Cauchero, Punta Laurel, Tierra Oscura
1-2 Changuinola: Changuinola, Almirante, Guabito, Teribe, Valle del Risco, El Empalme, Las Tablas
1-3 Chiriquí Grande: Chiriquí Grande, Miramar, Punta Peña, Punta Robalo, Rambala
2 Coclé
2-1 Aguadulce: Aguadulce, El Cristo, El Roble, Pocrí, Barrios Unidos
2-2 Antón: Antón, Cabuya, El Chirú, El Retiro, El Valle, Juan Díaz, Río Hato, San Juan de Dios, Santa Rita, Caballero
2-3 La Pintada: La Pintada, El Harino, El Potrero, Llano Grande, Piedras Gordas, Las Lomas
2-4 Natá: Natá, Capellanía, El Caño, Guzmán, Las Huacas, Toza
2-5 Olá: Olá, El Copé, El Palmar, El Picacho, La Pava
2-6 Penonomé: Penonomé, Cañaveral, Coclé, Chiguirí Arriba, El Coco, Pajonal, Río Grande, Río Indio, Toabré, Tulú
3 Colón
3-1 Colón: Barrio Norte, Barrio Sur, Buena Vista, Cativá, Ciricito, Cristóbal, Escobal, Limón, Nueva Providencia, Puerto Pilón, Sabanitas, Salamanca, San Juan, Santa Rosa, Cristóbal Este
3-2 Chagres: Nuevo Chagres, Achiote, El Guabo, La Encantada, Palmas Bellas, Piña, Salud
3-3 Donoso: Miguel de la Borda, Coclé del Norte, El Guásimo, Gobea, Río Indio, San José del General
3-4 Portobelo: Portobelo, Cacique, Garrote, Isla Grande, María Chiquita
3-5 Santa Isabel: Palenque, Cuango, Miramar, Nombre de Dios, Palmira, Playa Chiquita, Santa Isabel, Viento Frío
4 Chiriquí
4-1 Alanje: Alanje, Divalá, El Tejar, Guarumal, Palo Grande, Querévalo, Santo Tomás, Canta Gallo, Nuevo México
4-2 Barú: Puerto Armuelles, Limones, Progreso, Baco, Rodolfo Aguilar Delgado
4-3 Boquerón: Boquerón, Bágala, Cordillera, Guabal, Guayabal, Paraíso, Pedregal, Tijeras
4-4 Boquete: Bajo Boquete, Caldera, Palmira, Alto Boquete, Jaramillo, Los Naranjos
4-5 Bugaba: La Concepción, Aserrío de Gariché, Bugaba, Cerro Punta, Gómez, La Estrella, San Andrés, Santa Marta, Santa Rosa, Santo Domingo, Sortová, Volcán, El Bongo
4-6 David: David, Bijagual, Cochea, Chiriquí, Guacá, Las Lomas, Pedregal, San Carlos, San Pablo Nuevo, San Pablo Viejo
4-7 Dolega: Dolega, Dos Ríos, Los Anastacios, Potrerillos, Potrerillos Abajo, Rovira, Tinajas, Los Algarrobos
4-8 Gualaca: Gualaca, Hornito, Los Ángeles, Paja de Sombrero, Rincón
4-9 Remedios: Remedios, El Nancito, El Porvenir, El Puerto, Santa Lucía
4-10 Renacimiento: Río Sereno, Breñón, Cañas Gordas, Monte Lirio, Plaza Caisán, Santa Cruz, Dominical, Santa Clara
4-11 San Félix: Las Lajas, Juay, Lajas Adentro, San Félix, Santa Cruz
4-12 San Lorenzo: Horconcitos, Boca Chica, Boca del Monte, San Juan, San Lorenzo
4-13 Tolé: Tolé, Bella Vista, Cerro Viejo, El Cristo, Justo Fidel Palacios, Lajas de Tolé, Potrero de Caña, Quebrada de Piedra, Veladero
5 Darién
5-1 Chepigana: La Palma, Camogantí, Chepigana, Garachiné, Jaqué, Puerto Piña, Río Congo, Río Iglesias, Sambú, Setegantí, Taimatí, Tucutí, Agua Fría, Cucunatí, Río Congo Arriba, Santa Fe
5-2 Pinogana: El Real de Santa María, Boca de Cupé, Paya, Pinogana, Púcuro, Yape, Yaviza, Metetí, Comarca Kuna de Wargandí
6 Herrera
6-1 Chitré: Chitré, La Arena, Monagrillo, Llano Bonito, San Juan Bautista
6-2 Las Minas: Las Minas, Chepo, Chumical, El Toro, Leones, Quebrada del Rosario, Quebrada El Ciprián
6-3 Los Pozos: Los Pozos, Capurí, El Calabacito, El Cedro, La Arena, La Pitaloza, Los Cerritos, Los Cerros de Paja, Las Llanas
6-4 Ocú: Ocú, Cerro Largo, Los Llanos, Llano Grande, Peñas Chatas, El Tijera, Menchaca
6-5 Parita: Parita, Cabuya, Los Castillos, Llano de la Cruz, París, Portobelillo, Potuga
6-6 Pesé: Pesé, Las Cabras, El Pájaro, El Barrero, El Pedregoso, El Ciruelo, Sabanagrande, Rincón Hondo
6-7 Santa María: Santa María, Chupampa, El Rincón, El Limón, Los Canelos
7 Los Santos
7-1 Guararé: Guararé, El Espinal, El Macano, Guararé Arriba, La Enea, La Pasera, Las Trancas, Llano Abajo, El Hato, Perales
7-2 Las Tablas: Las Tablas, Bajo Corral, Bayano, El Carate, El Cocal, El Manantial, El Muñoz, El Pedregoso, La Laja, La Miel, La Palma, La Tiza, Las Palmitas, Las Tablas Abajo, Nuario, Palmira, Peña Blanca, Río Hondo, San José, San Miguel, Santo Domingo, Sesteadero, Valle Rico, Vallerriquito
7-3 Los Santos: La Villa de Los Santos, El Guásimo, La Colorada, La Espigadilla, Las Cruces, Las Guabas, Los Ángeles, Los Olivos, Llano Largo, Sabanagrande, Santa Ana, Tres Quebradas, Agua Buena, Villa Lourdes
7-4 Macaracas: Macaracas, Bahía Honda, Bajos de Güera, Corozal, Chupá, El Cedro, Espino Amarillo, La Mesa, Las Palmas, Llano de Piedra, Mogollón
7-5 Pedasí: Pedasí, Los Asientos, Mariabé, Purio, Oria Arriba
7-6 Pocrí: Pocrí, El Cañafístulo, Lajamina, Paraíso, Paritilla
7-7 Tonosí: Tonosí, Altos de Güera, Cañas, El Bebedero, El Cacao, El Cortezo, Flores, Guánico, La Tronosa, Cambutal, Isla de Cañas
8 Panamá
8-2 Balboa: San Miguel, La Ensenada, La Esmeralda, La Guinea, Pedro González, Saboga
8-5 Chepo: Chepo, Cañita, Chepillo, El Llano, Las Margaritas, Santa Cruz de Chinina, Comarca Kuna de Madungandí, Tortí
8-6 Chimán: Chimán, Brujas, Gonzalo Vásquez, Pásiga, Unión Santeña
8-8 Panamá: San Felipe, El Chorrillo, Santa Ana, La Exposición o Calidonia, Curundú, Betania, Bella Vista, Pueblo Nuevo, San Francisco, Parque Lefevre, Río Abajo, Juan Díaz, Pedregal, Ancón, Chilibre, Las Cumbres, Pacora, San Martín, Tocumen, Las Mañanitas, 24 de Diciembre, Ernesto Córdoba Campos, Alcalde Díaz, Caimitillo, Don Bosco, Las Garzas
8-10 San Miguelito: Amelia Denis de Icaza, Belisario Porras, José Domingo Espinar, Mateo Iturralde, Victoriano Lorenzo, Arnulfo Arias, Belisario Frías, Omar Torrijos, Rufina Alfaro
8-11 Taboga: Taboga, Otoque Oriente, Otoque Occidente
9 Veraguas
9-1 Atalaya: Atalaya, El Barrito, La Montañuela, La Carrillo, San Antonio
9-2 Calobre: Calobre, Barnizal, Chitra, El Cocla, El Potrero, La Laguna, La Raya de Calobre, La Tetilla, La Yeguada, Las Guías, Monjarás, San José
9-3 Cañazas: Cañazas, Cerro de Plata, El Picador, Los Valles, San José, San Marcelo, El Aromillo, Las Cruces
9-4 La Mesa: La Mesa, Bisvalles, Boró, Llano Grande, San Bartolo, Los Milagros
9-5 Las Palmas: Las Palmas, Cerro de Casa, Corozal, El María, El Prado, El Rincón, Lolá, Pixvae, Puerto Vidal, San Martín de Porres, Viguí, Zapotillo, Altamira
9-6 Montijo: Montijo, Arenas, Gobernadora, La Garceana, Leones, Cébaco, Costa Hermosa, Unión del Norte, Tebario, El Pilón
9-7 Río de Jesús: Río de Jesús, Las Huacas, Los Castillos, Utira, Catorce de Noviembre
9-8 San Francisco: San Francisco, Corral Falso, Los Hatillos, Remance, San Juan, San José
9-9 Santa Fe: Santa Fe, Calovébora, El Alto, El Cuay, El Pantano, Gatú o Gatucito, Río Luis
9-10 Santiago: Santiago, La Colorada, La Peña, La Raya de Santa María, Ponuga, San Pedro del Espino, Canto del Llano, Los Algarrobos, Carlos Santana Ávila, Edwin Fábrega, San Martín de Porres, Urracá
9-11 Soná: Soná, Bahía Honda, Calidonia, Cativé, El Marañón, Guarumal, La Soledad, Quebrada de Oro, Río Grande, Rodeo Viejo
9-12 Mariato: Llano de Catival o Mariato, Arenas, El Cacao, Quebro, Tebario
10 Guna Yala
10-1 Guna Yala: Narganá, Ailigandí, Puerto Obaldía, Tubualá
11 Emberá-Wounaan
11-1 Cémaco: Cirilo Guainora, Lajas Blancas, Manuel Ortega
11-2 Sambú: Río Sábalo, Jingurudó
12 Ngäbe-Buglé
12-1 Besikó: Soloy, Boca de Balsa, Camarón Arriba, Cerro Banco, Cerro de Patena, Emplanada de Chorcha, Nämnoni, Niba
12-2 Mironó: Hato Pilón, Cascabel, Hato Corotú, Hato Culantro, Hato Jobo, Hato Julí, Quebrada de Loro, Salto Dupí
12-3 Müna: Chichica, Alto Caballero, Bakama, Cerro Caña, Cerro Puerco, Krüa, Maraca, Nibra, Peña Blanca, Roka, Sitio Prado, Ümani
12-4 Nole Duima: Cerro Iglesias, Hato Chamí, Jädaberi, Lajero, Susama
12-5 Ñürüm: Buenos Aires, Agua de Salud, Alto de Jesús, Cerro Pelado, El Bale, El Paredón, El Piro, Guayabito, Güibale
12-6 Kankintú: Bisira, Büri, Guariviara, Guoroni, Kankintú, Mününi, Piedra Roja, Tuwai, Man Creek
12-7 Kusapín: Kusapín, Bahía Azul, Calovébora o Santa Catalina, Loma Yuca, Río Chiriquí, Tobobe, Valle Bonito
12-8 Jirondai: Samboa, Büri, Guariviara, Man Creek, Tuwai
12-9 Santa Catalina o Calovébora: Santa Catalina o Calovébora, Alto Bilingüe, Loma Yuca, San Pedrito, Valle Bonito
13 Panamá Oeste
13-1 Arraiján: Arraiján, Burunga, Cerro Silvestre, Juan Demóstenes Arosemena, Nuevo Emperador, Santa Clara, Veracruz, Vista Alegre
13-2 Capira: Capira, Caimito, Campana, Cermeño, Cirí de Los Sotos, Cirí Grande, El Cacao, La Trinidad, Las Ollas Arriba, Lídice, Villa Carmen, Villa Rosario, Santa Rosa
13-3 Chame: Chame, Bejuco, Buenos Aires, Cabuya, Chicá, El Líbano, Las Lajas, Nueva Gorgona, Punta Chame, Sajalices, Sorá
13-4 La Chorrera: Barrio Balboa, Barrio Colón, Amador, Arosemena, El Arado, El Coco, Feuillet, Guadalupe, Herrera, Hurtado, Iturralde, La Represa, Los Díaz, Mendoza, Obaldía, Playa Leona, Puerto Caimito, Santa Rita
13-5 San Carlos: San Carlos, El Espino, El Higo, Guayabito, La Ermita, La Laguna, Las Uvas, Los Llanitos, San José
`;

/** One corregimiento, with the names of what it belongs to. */
export interface Place {
  /** Province, district and corregimiento, such as 8-8-11. */
  code: string;
  province: string;
  district: string;
  corregimiento: string;
}

/** In the order of their codes. */
export const PLACES: readonly Place[] = readDivision();

const BY_CODE = new Map(PLACES.map((place) => [place.code, place]));

/** Null for what is no code of a place by its form; whether the place exists is another question. */
export function placeCode(text: string): string | null {
  const parts = /^0*(\d{1,2})-0*(\d{1,2})-0*(\d{1,2})$/.exec(text.replace(/\s/g, ''));
  const numbers = parts?.slice(1).map(Number) ?? [];
  return parts === null || numbers.includes(0) || numbers[0]! > 13 ? null : numbers.join('-');
}

export function placeOf(code: string): Place | undefined {
  return BY_CODE.get(code);
}

/** The places in which each word of the search begins a word of a name, or the code; first those whose own name begins with it. */
export function searchPlaces(search: string, limit: number): Place[] {
  const wanted = fold(search);
  const words = wanted.split(' ').map((word) => ` ${word}`);
  const rank = ({ place, own }: (typeof FOLDED)[number]) =>
    place.code === wanted ? 0 : own.startsWith(wanted) ? 1 : 2;
  return FOLDED.filter(({ all }) => words.every((word) => all.includes(word)))
    .sort((one, other) => rank(one) - rank(other))
    .slice(0, limit)
    .map(({ place }) => place);
}

const FOLDED = PLACES.map((place) => ({
  place,
  own: fold(place.corregimiento),
  all: ` ${fold(`${place.code} ${place.corregimiento} ${place.district} ${place.province}`)}`,
}));

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
}

function readDivision(): Place[] {
  let province = '';
  return DIVISION.trim()
    .split('\n')
    .flatMap((line) => {
      const [, code, name, list] = /^(\S+) ([^:]+)(?:: (.+))?$/.exec(line)!;
      if (list === undefined) {
        province = name!;
        return [];
      }
      return list
        .split(', ')
        .map((corregimiento, at) => ({ code: `${code}-${at + 1}`, province, district: name!, corregimiento }));
    });
}
