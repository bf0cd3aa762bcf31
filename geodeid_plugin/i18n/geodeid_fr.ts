<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="fr_CA">
<context>
    <name>GeoDeID</name>
    <message>
        <source>Cancelled: nothing was kept.</source>
        <translation>Annulé : rien n’a été gardé.</translation>
    </message>
    <message>
        <source>The seed is {seed}. It must be 0 or more.</source>
        <translation>La graine vaut {seed}. Elle doit être supérieure ou égale à 0.</translation>
    </message>
    <message>
        <source>Very small risk, as Jung and El Emam call it (1 in 5)</source>
        <translation>Risque très faible, selon Jung et El Emam (1 sur 5)</translation>
    </message>
    <message>
        <source>Risks of 0.05 to 0.3 are in use as 'very small'.</source>
        <translation>Des risques de 0,05 à 0,3 sont tenus pour « très petits ».</translation>
    </message>
    <message>
        <source>Jung &amp; El Emam, Int J Health Geogr 2014</source>
        <translation>Jung et El Emam, Int J Health Geogr 2014</translation>
    </message>
    <message>
        <source>Very small risk, strict end of the range (1 in 20)</source>
        <translation>Risque très faible, borne stricte de la plage (1 sur 20)</translation>
    </message>
    <message>
        <source>0.05, the lowest risk of the range in use.</source>
        <translation>0,05, le plus faible risque de la plage en usage.</translation>
    </message>
    <message>
        <source>EMA Policy 0070 (1 in 11)</source>
        <translation>Politique 0070 de l’EMA (1 sur 11)</translation>
    </message>
    <message>
        <source>Risk at most 0.09, read as equivalence classes of at least 11 (1/11 = 0.0909 is accepted as 0.09).</source>
        <translation>Risque d’au plus 0,09, lu comme des classes d’équivalence d’au moins 11 (1/11 = 0,0909 est accepté pour 0,09).</translation>
    </message>
    <message>
        <source>European Medicines Agency, external guidance on Policy 0070, EMA/90915/2016, version 1.5</source>
        <translation>Agence européenne des médicaments, guide externe sur la politique 0070, EMA/90915/2016, version 1.5</translation>
    </message>
    <message>
        <source>Health Canada PRCI (1 in 11)</source>
        <translation>Santé Canada, PRCI (1 sur 11)</translation>
    </message>
    <message>
        <source>Health Canada, Public Release of Clinical Information, guidance document</source>
        <translation>Santé Canada, Diffusion publique de renseignements cliniques, ligne directrice</translation>
    </message>
    <message>
        <source>Sharing with trusted parties (1 in 5)</source>
        <translation>Partage avec des partenaires de confiance (1 sur 5)</translation>
    </message>
    <message>
        <source>Equivalence classes of at least 5 for recipients bound by agreement.</source>
        <translation>Classes d’équivalence d’au moins 5 pour des destinataires liés par une entente.</translation>
    </message>
    <message>
        <source>El Emam &amp; Arbuckle, Anonymizing Health Data</source>
        <translation>El Emam et Arbuckle, Anonymizing Health Data</translation>
    </message>
    <message>
        <source>Sharing with the most trusted parties (1 in 3)</source>
        <translation>Partage avec les partenaires les plus sûrs (1 sur 3)</translation>
    </message>
    <message>
        <source>Equivalence classes of at least 3 for the most trusted recipients.</source>
        <translation>Classes d’équivalence d’au moins 3 pour les destinataires les plus dignes de confiance.</translation>
    </message>
    <message>
        <source>Ontario IPC, low invasiveness (1 in 11)</source>
        <translation>CIPVP de l’Ontario, faible atteinte à la vie privée (1 sur 11)</translation>
    </message>
    <message>
        <source>Risk at most 0.09; the edition names groups of 11.</source>
        <translation>Risque d’au plus 0,09 ; l’édition nomme des groupes de 11.</translation>
    </message>
    <message>
        <source>Information and Privacy Commissioner of Ontario, De-identification Guidelines</source>
        <translation>Commissaire à l’information et à la protection de la vie privée de l’Ontario, lignes directrices sur l’anonymisation</translation>
    </message>
    <message>
        <source>Ontario IPC, medium invasiveness (1 in 13)</source>
        <translation>CIPVP de l’Ontario, atteinte moyenne à la vie privée (1 sur 13)</translation>
    </message>
    <message>
        <source>Risk at most 0.075; the edition names groups of 15.</source>
        <translation>Risque d’au plus 0,075 ; l’édition nomme des groupes de 15.</translation>
    </message>
    <message>
        <source>Ontario IPC, high invasiveness (1 in 20)</source>
        <translation>CIPVP de l’Ontario, forte atteinte à la vie privée (1 sur 20)</translation>
    </message>
    <message>
        <source>Risk at most 0.05; the edition names groups of 20.</source>
        <translation>Risque d’au plus 0,05 ; l’édition nomme des groupes de 20.</translation>
    </message>
    <message>
        <source>HIPAA expert determination (set by the expert)</source>
        <translation>HIPAA, avis d’expert (fixé par l’expert)</translation>
    </message>
    <message>
        <source>A qualified expert finds the risk 'very small' and documents why; the rule names no number.</source>
        <translation>Un expert qualifié juge le risque « très petit » et documente pourquoi ; la règle ne nomme aucun nombre.</translation>
    </message>
    <message>
        <source>45 CFR 164.514(b)(1)</source>
        <translation>45 CFR 164.514(b)(1)</translation>
    </message>
    <message>
        <source>Québec, anonymization of personal information (set by the qualified person)</source>
        <translation>Québec, anonymisation des renseignements personnels (fixé par la personne compétente)</translation>
    </message>
    <message>
        <source>A qualified person finds, by three criteria and what else is available, that the risk is very low; the rule names no number.</source>
        <translation>Une personne compétente constate, selon trois critères et les autres renseignements disponibles, que le risque est très faible ; la règle ne nomme aucun chiffre.</translation>
    </message>
    <message>
        <source>Regulation respecting the anonymization of personal information, CQLR A-2.1, r. 0.1, s. 2</source>
        <translation>Règlement sur l’anonymisation des renseignements personnels, RLRQ A-2.1, r. 0.1, art. 2</translation>
    </message>
    <message>
        <source>European Health Data Space, secondary use (set by the access body)</source>
        <translation>Espace européen des données de santé, usage secondaire (fixé par l’organisme d’accès)</translation>
    </message>
    <message>
        <source>Only data that hold no personal electronic health data leave the secure processing environment; the rule names no number.</source>
        <translation>Seules sortent de l’environnement de traitement sécurisé des données qui ne contiennent aucune donnée de santé électronique à caractère personnel ; la règle ne nomme aucun chiffre.</translation>
    </message>
    <message>
        <source>Regulation (EU) 2025/327, recital 77</source>
        <translation>Règlement (UE) 2025/327, considérant 77</translation>
    </message>
    <message>
        <source>Small areas, at most 5 % unique</source>
        <translation>Petites zones, au plus 5 % de personnes uniques</translation>
    </message>
    <message>
        <source>An area is large enough when at most 5 % of its people are unique.</source>
        <translation>Une zone est assez grande quand au plus 5 % de ses habitants sont uniques.</translation>
    </message>
    <message>
        <source>El Emam et al., BMC Med Inform Decis Mak 10:18</source>
        <translation>El Emam et coll., BMC Med Inform Decis Mak 10:18</translation>
    </message>
    <message>
        <source>Small areas, at most 20 % unique</source>
        <translation>Petites zones, au plus 20 % de personnes uniques</translation>
    </message>
    <message>
        <source>An area is large enough when at most 20 % of its people are unique.</source>
        <translation>Une zone est assez grande quand au plus 20 % de ses habitants sont uniques.</translation>
    </message>
    <message>
        <source>HIPAA safe harbour, 3-digit ZIP (more than 20 000 people)</source>
        <translation>HIPAA, règle d’exonération, ZIP à 3 chiffres (plus de 20 000 personnes)</translation>
    </message>
    <message>
        <source>The first three digits of a ZIP may stay where more than 20 000 people live in the unit by current Census counts; otherwise the code becomes 000.</source>
        <translation>Les trois premiers chiffres d’un ZIP peuvent rester là où plus de 20 000 personnes vivent dans l’unité selon le recensement en vigueur ; sinon le code devient 000.</translation>
    </message>
    <message>
        <source>45 CFR 164.514(b)(2)(i)(B); HHS Office for Civil Rights guidance</source>
        <translation>45 CFR 164.514(b)(2)(i)(B) ; directives de l’Office for Civil Rights du HHS</translation>
    </message>
    <message>
        <source>CDC Tracking, common outcomes (5 000 people)</source>
        <translation>CDC Tracking, événements courants (5 000 personnes)</translation>
    </message>
    <message>
        <source>Sub-county areas of at least 5 000 people, nested in the county.</source>
        <translation>Zones infracomtés d’au moins 5 000 personnes, emboîtées dans le comté.</translation>
    </message>
    <message>
        <source>CDC and NCI comparison of sub-county geographies</source>
        <translation>Comparaison des géographies infracomtés par les CDC et le NCI</translation>
    </message>
    <message>
        <source>undated, read 2026-11</source>
        <translation>sans date, lu en 2026-11</translation>
    </message>
    <message>
        <source>CDC Tracking, rare outcomes (20 000 people)</source>
        <translation>CDC Tracking, événements rares (20 000 personnes)</translation>
    </message>
    <message>
        <source>Sub-county areas of at least 20 000 people, nested in the county.</source>
        <translation>Zones infracomtés d’au moins 20 000 personnes, emboîtées dans le comté.</translation>
    </message>
    <message>
        <source>NCI/NAACCR cancer reporting zones (50 000 people)</source>
        <translation>NCI/NAACCR, zones de déclaration du cancer (50 000 personnes)</translation>
    </message>
    <message>
        <source>Zones of about 50 000 people; counts under 16 are suppressed.</source>
        <translation>Zones d’environ 50 000 personnes ; les effectifs inférieurs à 16 sont supprimés.</translation>
    </message>
    <message>
        <source>Delaware Journal of Public Health, cancer reporting zones</source>
        <translation>Delaware Journal of Public Health, zones de déclaration des cancers</translation>
    </message>
    <message>
        <source>Statistics Canada, standard areas (40 people)</source>
        <translation>Statistique Canada, zones standard (40 personnes)</translation>
    </message>
    <message>
        <source>No tables for standard areas of fewer than 40 people.</source>
        <translation>Aucun tableau pour les régions normalisées de moins de 40 personnes.</translation>
    </message>
    <message>
        <source>Statistics Canada, 2011 Census, Data Quality and Confidentiality Standards and Guidelines</source>
        <translation>Statistique Canada, Recensement de 2011, Normes et lignes directrices sur la qualité et la confidentialité des données</translation>
    </message>
    <message>
        <source>Statistics Canada, custom areas and postal codes (100 people)</source>
        <translation>Statistique Canada, zones personnalisées et codes postaux (100 personnes)</translation>
    </message>
    <message>
        <source>No tables for custom areas or postal codes of fewer than 100 people.</source>
        <translation>Aucun tableau pour les régions personnalisées ou les codes postaux de moins de 100 personnes.</translation>
    </message>
    <message>
        <source>Statistics Canada, tables with income (250 people)</source>
        <translation>Statistique Canada, tableaux avec revenu (250 personnes)</translation>
    </message>
    <message>
        <source>No tables with income for areas of fewer than 250 people.</source>
        <translation>Aucun tableau avec le revenu pour les régions de moins de 250 personnes.</translation>
    </message>
    <message>
        <source>Statistics Canada, 2006 Community Profiles, area and data suppression</source>
        <translation>Statistique Canada, Profils des communautés de 2006, suppression de régions et de données</translation>
    </message>
    <message>
        <source>Canada, smallest published geography (70 000 people)</source>
        <translation>Canada, plus petite géographie publiée (70 000 personnes)</translation>
    </message>
    <message>
        <source>Public microdata name no geography of fewer than 70 000 people.</source>
        <translation>Les microdonnées publiques ne nomment aucune géographie de moins de 70 000 personnes.</translation>
    </message>
    <message>
        <source>Statistics Canada, practice for public microdata</source>
        <translation>Statistique Canada, usage pour les microdonnées publiques</translation>
    </message>
    <message>
        <source>undated, not re-checked</source>
        <translation>sans date, non revérifié</translation>
    </message>
    <message>
        <source>US Census, smallest published geography (100 000 people)</source>
        <translation>US Census, plus petite géographie publiée (100 000 personnes)</translation>
    </message>
    <message>
        <source>Public microdata name no geography of fewer than 100 000 people.</source>
        <translation>Les microdonnées publiques ne nomment aucune géographie de moins de 100 000 personnes.</translation>
    </message>
    <message>
        <source>US Census Bureau, practice for public microdata</source>
        <translation>Bureau du recensement des États-Unis, usage pour les microdonnées publiques</translation>
    </message>
    <message>
        <source>New Zealand, no small geography below 150 000 people (MacRae)</source>
        <translation>Nouvelle-Zélande, pas de petite géographie sous 150 000 personnes (MacRae)</translation>
    </message>
    <message>
        <source>Above 150 000 people nobody was unique by age group, sex, ethnicity in three or five groups and deprivation, without meshblocks.</source>
        <translation>Au-delà de 150 000 personnes, nul n’était unique par groupe d’âge, sexe, ethnie en trois ou cinq groupes et défavorisation, sans îlots.</translation>
    </message>
    <message>
        <source>MacRae, Dobbie, Ranchhod, Assessing re-identification risk of de-identified health data in New Zealand</source>
        <translation>MacRae, Dobbie, Ranchhod, Assessing re-identification risk of de-identified health data in New Zealand</translation>
    </message>
    <message>
        <source>CMS cell size (11)</source>
        <translation>CMS, taille des cellules (11)</translation>
    </message>
    <message>
        <source>No cell of 1 to 10, nor anything from which one follows; zero may be shown.</source>
        <translation>Aucune case de 1 à 10, ni rien dont on puisse en déduire une ; zéro peut être montré.</translation>
    </message>
    <message>
        <source>CMS cell size suppression policy, as ResDAC publishes it</source>
        <translation>Politique des CMS sur la suppression des petites cellules, telle que publiée par ResDAC</translation>
    </message>
    <message>
        <source>NHS England, hospital statistics (8)</source>
        <translation>NHS England, statistiques hospitalières (8)</translation>
    </message>
    <message>
        <source>Below the national level counts of 1 to 7 are not shown, and others are rounded to the nearest 5.</source>
        <translation>Sous le niveau national, les effectifs de 1 à 7 ne sont pas montrés et les autres sont arrondis au multiple de 5 le plus proche.</translation>
    </message>
    <message>
        <source>NHS Digital, Disclosure control methodology for Hospital Episode Statistics</source>
        <translation>NHS Digital, méthode de contrôle de la divulgation des Hospital Episode Statistics</translation>
    </message>
    <message>
        <source>ONS, deaths behind an age-standardised rate (10)</source>
        <translation>ONS, décès à l’appui d’un taux standardisé selon l’âge (10)</translation>
    </message>
    <message>
        <source>No age-standardised rate of fewer than 10 deaths, no crude rate of fewer than 3.</source>
        <translation>Aucun taux standardisé selon l’âge sous 10 décès, aucun taux brut sous 3.</translation>
    </message>
    <message>
        <source>Office for National Statistics, answer FOI/2021/3301</source>
        <translation>Office for National Statistics, réponse FOI/2021/3301</translation>
    </message>
    <message>
        <source>Stats NZ, census tables (6)</source>
        <translation>Stats NZ, tableaux du recensement (6)</translation>
    </message>
    <message>
        <source>Counts of 6 or more are shown in any normal table, smaller ones only where the cells are large on average; all are randomly rounded to base 3.</source>
        <translation>Les effectifs de 6 ou plus sont montrés dans tout tableau ordinaire, les plus petits seulement là où les cellules sont grandes en moyenne ; tous sont arrondis aléatoirement à la base 3.</translation>
    </message>
    <message>
        <source>Statistics New Zealand, 2013 Census confidentiality rules, summary of changes from 2006</source>
        <translation>Statistics New Zealand, règles de confidentialité du recensement de 2013, résumé des changements depuis 2006</translation>
    </message>
    <message>
        <source>NCI/NAACCR cancer maps (16)</source>
        <translation>NCI/NAACCR, cartes du cancer (16)</translation>
    </message>
    <message>
        <source>Counts under 16 are suppressed.</source>
        <translation>Les effectifs inférieurs à 16 sont supprimés.</translation>
    </message>
    <message>
        <source>Massachusetts DPH (5)</source>
        <translation>Massachusetts DPH (5)</translation>
    </message>
    <message>
        <source>Counts under 5 are suppressed where fewer than 50 000 people live.</source>
        <translation>Les effectifs inférieurs à 5 sont supprimés là où vivent moins de 50 000 personnes.</translation>
    </message>
    <message>
        <source>Massachusetts Department of Public Health, as described by Esri</source>
        <translation>Département de la santé publique du Massachusetts, selon la description d’Esri</translation>
    </message>
    <message>
        <source>DHS and MICS, urban clusters (2 km)</source>
        <translation>DHS et MICS, grappes urbaines (2 km)</translation>
    </message>
    <message>
        <source>Urban survey clusters are moved by at most 2 km within their district.</source>
        <translation>Les grappes d’enquête urbaines sont déplacées d’au plus 2 km dans leur district.</translation>
    </message>
    <message>
        <source>DHS Spatial Analysis Reports 7</source>
        <translation>DHS Spatial Analysis Reports 7</translation>
    </message>
    <message>
        <source>DHS and MICS, rural clusters (5 km)</source>
        <translation>DHS et MICS, grappes rurales (5 km)</translation>
    </message>
    <message>
        <source>Rural survey clusters are moved by at most 5 km within their district.</source>
        <translation>Les grappes d’enquête rurales sont déplacées d’au plus 5 km dans leur district.</translation>
    </message>
    <message>
        <source>DHS and MICS, 1 % of rural clusters (10 km)</source>
        <translation>DHS et MICS, 1 % des grappes rurales (10 km)</translation>
    </message>
    <message>
        <source>One in a hundred rural survey clusters is moved by at most 10 km within its district.</source>
        <translation>Une grappe d’enquête rurale sur cent est déplacée d’au plus 10 km dans son district.</translation>
    </message>
    <message>
        <source>There is no preset “{key}”. Choose one of {known}.</source>
        <translation>Il n’y a pas de préréglage « {key} ». Choisissez parmi {known}.</translation>
    </message>
    <message>
        <source>1 in {people}</source>
        <translation>1 sur {people}</translation>
    </message>
    <message>
        <source>A limit of {limit:.4g} forbids nothing: everybody could be named. Choose one below 1; the weakest that is published is {weakest:.2f}.</source>
        <translation>Une limite de {limit:.4g} n’interdit rien : tout le monde pourrait être nommé. Choisissez-en une inférieure à 1 ; la plus faible qui soit publiée est {weakest:.2f}.</translation>
    </message>
    <message>
        <source>A risk of {risk} is no probability above 0 and up to 1.</source>
        <translation>Un risque de {risk} n’est pas une probabilité supérieure à 0 et d’au plus 1.</translation>
    </message>
    <message>
        <source>none</source>
        <translation>aucun</translation>
    </message>
    <message>
        <source>more than 1 in 2</source>
        <translation>plus de 1 sur 2</translation>
    </message>
    <message>
        <source>slightly more than {limit}</source>
        <translation>un peu plus de {limit}</translation>
    </message>
    <message>
        <source>“{preset}” names no number. Enter the threshold that your expert set.</source>
        <translation>« {preset} » ne nomme aucun nombre. Saisissez le seuil que votre expert a fixé.</translation>
    </message>
    <message>
        <source>The limit of {limit:.4g} is weaker than any that is published. The weakest is {weakest:.2f}, for sharing with the most trusted recipients.</source>
        <translation>La limite de {limit:.4g} est plus faible que toutes celles qui sont publiées. La plus faible est {weakest:.2f}, pour le partage avec les destinataires les plus sûrs.</translation>
    </message>
    <message>
        <source>Choose a published limit: {weakest:.2f} or less.</source>
        <translation>Choisissez une limite publiée : {weakest:.2f} ou moins.</translation>
    </message>
    <message>
        <source>{share:.4g} %</source>
        <translation>{share:.4g} %</translation>
    </message>
    <message>
        <source>The largest risk that any adversary reached is {risk}, within the limit of {limit}.</source>
        <translation>Le plus grand risque atteint par un adversaire est de {risk}, dans la limite de {limit}.</translation>
    </message>
    <message>
        <source>Not yet tested: an attack by somebody who knows {knows}; {why}</source>
        <translation>Pas encore testé : une attaque de qui connaît {knows} ; {why}</translation>
    </message>
    <message>
        <source>An adversary (who knows: {knows}) reached {risk}, but the probabilities of that attack do not match what it found: the figure cannot be trusted.</source>
        <translation>Un adversaire (ses moyens : {knows}) atteint {risk}, mais les probabilités de cette attaque ne correspondent pas à ce qu’elle a trouvé : le chiffre n’est pas fiable.</translation>
    </message>
    <message>
        <source>Anyone who knows {knows} reaches a risk of {risk}, above the limit of {limit}.</source>
        <translation>Quiconque connaît {knows} atteint un risque de {risk}, au-dessus de la limite de {limit}.</translation>
    </message>
    <message>
        <source>The adversary who knows most singles out {share:.1f} % of the records, within the limit of {limit:.4g} %.</source>
        <translation>L’adversaire qui en sait le plus isole {share:.1f} % des enregistrements, dans la limite de {limit:.4g} %.</translation>
    </message>
    <message>
        <source>No adversary learned anything of anybody. The limit is {limit}.</source>
        <translation>Aucun adversaire n’apprend rien de personne. La limite est de {limit}.</translation>
    </message>
    <message>
        <source>Nothing was tried that could judge this claim.</source>
        <translation>Rien n’a été essayé qui permette de juger cette affirmation.</translation>
    </message>
    <message>
        <source>It defines XML entities of its own and was refused: they can unpack to anything.</source>
        <translation>Il définit ses propres entités XML et a été refusé : elles peuvent se déplier en n’importe quoi.</translation>
    </message>
    <message>
        <source>It holds XML that is too deep or too long to be read.</source>
        <translation>Il contient du XML trop profond ou trop long pour être lu.</translation>
    </message>
    <message>
        <source>It holds damaged XML ({reason}).</source>
        <translation>Il contient du XML endommagé ({reason}).</translation>
    </message>
    <message>
        <source>{count} zones failed the check: the zone of areas {areas} {fault}. Nothing was written. This is an error of the program; please report it.</source>
        <translation>{count} secteurs ont échoué à la vérification : le secteur des zones {areas} {fault}. Rien n’a été écrit. C’est une erreur du programme ; veuillez la signaler.</translation>
    </message>
    <message>
        <source>is not connected</source>
        <translation>n’est pas connexe</translation>
    </message>
    <message>
        <source>A bound needs counts that are not there. Nothing was written. This is an error of the program; please report it.</source>
        <translation>Une borne demande des effectifs qui manquent. Rien n’a été écrit. C’est une erreur du programme ; merci de la signaler.</translation>
    </message>
    <message>
        <source>The average risk of {count} zones over {people:g} people or records exceeds its threshold. Nothing was written. This is an error of the program; please report it.</source>
        <translation>Le risque moyen de {count} secteurs sur {people:g} personnes ou enregistrements dépasse son seuil. Rien n’a été écrit. C’est une erreur du programme ; veuillez la signaler.</translation>
    </message>
    <message>
        <source>lies in more than one boundary unit</source>
        <translation>se trouve dans plus d’une unité</translation>
    </message>
    <message>
        <source>misses the bound on {name}</source>
        <translation>ne respecte pas la borne : {name}</translation>
    </message>
    <message>
        <source>people: nobody lives there</source>
        <translation>personnes, car nul n’y vit</translation>
    </message>
    <message>
        <source>population</source>
        <translation>population</translation>
    </message>
    <message>
        <source>maximum risk</source>
        <translation>risque maximal</translation>
    </message>
    <message>
        <source>cases per person</source>
        <translation>cas par personne</translation>
    </message>
    <message>
        <source>fewest records</source>
        <translation>plus petit nombre d’enregistrements</translation>
    </message>
    <message>
        <source>the sum of {column}</source>
        <translation>la somme de {column}</translation>
    </message>
    <message>
        <source>maximum risk of an equivalence class</source>
        <translation>risque maximal d’une classe d’équivalence</translation>
    </message>
    <message>
        <source>The length is {length}. Keep at least 1 character of each code.</source>
        <translation>La longueur est {length}. Gardez au moins 1 caractère de chaque code.</translation>
    </message>
    <message>
        <source>{count} areas have no code. Fill the code field.</source>
        <translation>{count} zones n’ont pas de code. Remplissez le champ du code.</translation>
    </message>
    <message>
        <source>The codes are numbers of different lengths, for example {codes}: leading zeros are lost. Keep codes as text (02139, not 2139).</source>
        <translation>Les codes sont des nombres de longueurs différentes, par exemple {codes} : des zéros initiaux sont perdus. Gardez les codes en texte (02139, non 2139).</translation>
    </message>
    <message>
        <source>Code {codes} has fewer than {length} characters. Choose a smaller length.</source>
        <translation>Le code {codes} a moins de {length} caractères. Choisissez une longueur plus petite.</translation>
    </message>
    <message>
        <source>This bound needs the number of records of each area. Choose a CASES field.</source>
        <translation>Cette borne exige le nombre d’enregistrements de chaque zone. Choisissez un champ CASES.</translation>
    </message>
    <message>
        <source>{sums} least sums are asked for, but {columns} columns of counts are given. Give one for each.</source>
        <translation>{sums} sommes minimales sont demandées, mais {columns} colonnes d’effectifs sont données. Donnez-en une pour chacune.</translation>
    </message>
    <message>
        <source>The threshold of cases per person is {cases}. It must be between 0 and 1, for example 0.2.</source>
        <translation>Le seuil de cas par personne est {cases}. Il doit être entre 0 et 1, par exemple 0,2.</translation>
    </message>
    <message>
        <source>No threshold is given. Choose at least one risk metric and its threshold.</source>
        <translation>Aucun seuil n’est donné. Choisissez au moins une métrique de risque et son seuil.</translation>
    </message>
    <message>
        <source>maximum</source>
        <translation>maximum</translation>
    </message>
    <message>
        <source>average</source>
        <translation>moyenne</translation>
    </message>
    <message>
        <source>The {name} threshold is {value}. It must be a number above 0.</source>
        <translation>Le seuil « {name} » est {value}. Il doit être un nombre supérieur à 0.</translation>
    </message>
    <message>
        <source>Zone {clusters} has no area with people to draw from.</source>
        <translation>Le secteur {clusters} n’a aucune zone habitée où tirer.</translation>
    </message>
    <message>
        <source>A record of an unresolved or empty area was about to be released. Nothing was written.</source>
        <translation>Un enregistrement d’une zone non résolue ou vide allait être diffusé. Rien n’a été écrit.</translation>
    </message>
    <message>
        <source>A released class holds {people:g} people, fewer than the {least:g} that its merging promised. The layer was changed after it was merged; merge it again.</source>
        <translation>Une classe diffusée compte {people:g} personnes, moins que les {least:g} promises par la fusion. La couche a été modifiée après la fusion ; fusionnez-la de nouveau.</translation>
    </message>
    <message>
        <source>A released class holds {count} records for {people:g} people, more than the {cases:g} per person that was asked for. Merge again with these records counted.</source>
        <translation>Une classe diffusée contient {count} enregistrements pour {people:g} personnes, plus que les {cases:g} par personne demandés. Fusionnez de nouveau en comptant ces enregistrements.</translation>
    </message>
    <message>
        <source>The released classes hold {people:g} people or records on average, fewer than the average risk allows. Nothing was written; merge again for a lower average risk.</source>
        <translation>Les classes diffusées comptent en moyenne {people:g} personnes ou enregistrements, moins que ne le permet le risque moyen. Rien n’a été écrit ; fusionnez de nouveau pour un risque moyen plus bas.</translation>
    </message>
    <message>
        <source>The effort {effort} is not known. Choose one of {known}.</source>
        <translation>L’effort {effort} est inconnu. Choisissez parmi {known}.</translation>
    </message>
    <message>
        <source>people of then</source>
        <translation>personnes d’alors</translation>
    </message>
    <message>
        <source>Searching for more zones</source>
        <translation>Recherche de secteurs plus nombreux</translation>
    </message>
    <message>
        <source>Shortening the moves</source>
        <translation>Raccourcissement des déplacements</translation>
    </message>
    <message>
        <source>Earlier zones cannot be kept under a bound on the average risk of a release.</source>
        <translation>Des secteurs antérieurs ne peuvent être conservés sous une borne du risque moyen d’une diffusion.</translation>
    </message>
    <message>
        <source>Subtracting these zones from the earlier ones reveals {count} groups of fewer than {threshold:g} {counted}, the smallest of {least}: areas {areas}. Use PREVIOUS, which keeps earlier zones whole or joins them.</source>
        <translation>La soustraction de ces secteurs et des secteurs antérieurs révèle {count} groupes de moins de {threshold:g} {counted}, le plus petit de {least} : zones {areas}. Utilisez PREVIOUS, qui garde les secteurs antérieurs entiers ou les joint.</translation>
    </message>
    <message>
        <source>people</source>
        <translation>personnes</translation>
    </message>
    <message>
        <source>{count} withheld counts could be narrowed to fewer than {values} values. Nothing was written. This is an error of the program; please report it.</source>
        <translation>{count} effectifs masqués pouvaient être réduits à moins de {values} valeurs. Rien n’a été écrit. C’est une erreur du programme ; merci de la signaler.</translation>
    </message>
    <message>
        <source>A rounded table contradicts its totals. This is an error of the program.</source>
        <translation>Une table arrondie contredit ses totaux. C’est une erreur du programme.</translation>
    </message>
    <message>
        <source>Sizes of areas must be 0 or more.</source>
        <translation>Les tailles des zones doivent être de 0 ou plus.</translation>
    </message>
    <message>
        <source>H3 cells need the Python package h3, version 4 or later.</source>
        <translation>Les mailles H3 demandent le paquet Python h3, version 4 ou plus récente.</translation>
    </message>
    <message>
        <source>Cell {cell} of H3 holds a pole. Choose another shape.</source>
        <translation>La maille H3 {cell} contient un pôle. Choisissez une autre forme.</translation>
    </message>
    <message>
        <source>The table contradicts itself: no counts fit what is printed of row {rows}.</source>
        <translation>La table se contredit : aucun effectif ne convient à ce qui est imprimé à la ligne {rows}.</translation>
    </message>
    <message>
        <source>A table of {rows} by {columns} cells with known sums both ways is too large to be checked. Release fewer groups.</source>
        <translation>Une table de {rows} sur {columns} cellules aux sommes connues dans les deux sens est trop grande pour être vérifiée. Diffusez moins de groupes.</translation>
    </message>
    <message>
        <source>The table contradicts itself: a count lies outside its bounds.</source>
        <translation>La table se contredit : un effectif est hors de ses bornes.</translation>
    </message>
    <message>
        <source>The sums of the table are nested in a circle. Give each total one larger total.</source>
        <translation>Les totaux du tableau s’emboîtent en boucle. Donnez à chaque total un seul total plus grand.</translation>
    </message>
    <message>
        <source>The table contradicts itself: no counts fit everything that is printed.</source>
        <translation>La table se contredit : aucun effectif ne convient à tout ce qui est imprimé.</translation>
    </message>
    <message>
        <source>{count} counts of a linked table depend on each other, too many to be checked; at most {most} are. Check the table by regions.</source>
        <translation>{count} effectifs d’un tableau lié se tiennent, trop pour être vérifiés ; au plus {most} le sont. Vérifiez le tableau par régions.</translation>
    </message>
    <message>
        <source>{count} counts of a linked table depend on each other (units: {units}), too many to be checked; at most {most} are. Check these units by regions.</source>
        <translation>{count} effectifs d’un tableau lié se tiennent (unités : {units}), trop pour être vérifiés ; au plus {most} le sont. Vérifiez ces unités par régions.</translation>
    </message>
    <message>
        <source>All releases together have ε = {epsilon:.4f}: somebody who thinks it as likely as not that a person is a patient guesses right with a chance of at most {sure} %.</source>
        <translation>Toutes les diffusions ensemble ont ε = {epsilon:.4f} : qui juge aussi probable qu’improbable qu’une personne soit un patient devine juste avec une probabilité d’au plus {sure} %.</translation>
    </message>
    <message>
        <source>Spend less: a smaller EPSILON or RHO, or fewer releases. Up to ε = {passing:g} it passes.</source>
        <translation>Dépensez moins : un EPSILON ou un RHO plus petit, ou moins de diffusions. Jusqu’à ε = {passing:g}, la vérification est réussie.</translation>
    </message>
    <message>
        <source>The ledger holds counts of these patients with noise and without ({numbers}). Noise rules no value out: every withheld count keeps its possible values, and one patient more or less makes what is released with noise at most {odds:,.2f} times as likely.</source>
        <translation>Le registre contient des effectifs de ces patients avec bruit et sans bruit ({numbers}). Le bruit n’exclut aucune valeur : chaque effectif masqué garde ses valeurs possibles, et un patient de plus ou de moins rend ce qui est diffusé avec bruit au plus {odds:,.2f} fois aussi probable.</translation>
    </message>
    <message>
        <source>The ledger's budget is ε = {budget:g}; {spent:g} of it is spent, and this release would bring that to {total:g}. At most ε = {left:g} is left: ask for less. Once nothing is left, no further count of these patients may be released.</source>
        <translation>Le budget du registre est ε = {budget:g} ; {spent:g} en est dépensé, et cette diffusion porterait la dépense à {total:g}. Il reste au plus ε = {left:g} : demandez moins. Quand il ne reste rien, plus aucun effectif de ces patients ne peut être diffusé.</translation>
    </message>
    <message>
        <source>{name} is {value:g}. It must be at least 0.0001: with no budget, no count can be released.</source>
        <translation>{name} vaut {value:g}. Il faut au moins 0,0001 : sans budget, aucun effectif ne peut être diffusé.</translation>
    </message>
    <message>
        <source>{name} is {value:g}. Above {most:g} the odds of a guess about a patient may grow more than 20 000 times, so that noise protects nobody. Choose less; an ε of 1 is usual.</source>
        <translation>{name} vaut {value:g}. Au-delà de {most:g}, la cote d’une supposition sur un patient peut croître plus de 20 000 fois, si bien que le bruit ne protège personne. Choisissez moins ; un ε de 1 est usuel.</translation>
    </message>
    <message>
        <source>With or without the records of any one patient ({rows} at most), whatever may be released has at most {odds:,.2f} times the chance, plus a chance of 1 in {times:,.0f}. Somebody who knows everything else, and first thinks it as likely as not that a person is a patient, guesses right with a chance of at most {sure} %.</source>
        <translation>Avec ou sans les enregistrements d’un patient quelconque ({rows} au plus), ce qui peut être diffusé a une probabilité au plus {odds:,.2f} fois plus grande, plus une probabilité de 1 sur {times:,.0f}. Qui sait tout le reste, et juge d’abord aussi probable qu’improbable qu’une personne soit un patient, devine juste avec une probabilité d’au plus {sure} %.</translation>
    </message>
    <message>
        <source>The ledger holds counts of these patients with noise and without ({numbers}). Noise rules no value out: every withheld count keeps its possible values, and with one patient more or less whatever may be released with noise has at most {odds:,.2f} times the chance, plus a chance of 1 in {times:,.0f}.</source>
        <translation>Le registre contient des effectifs de ces patients avec bruit et sans bruit ({numbers}). Le bruit n’exclut aucune valeur : chaque effectif masqué garde ses valeurs possibles, et avec un patient de plus ou de moins tout ce qui peut être diffusé avec bruit a au plus {odds:,.2f} fois la probabilité, plus une chance sur {times:,.0f}.</translation>
    </message>
    <message>
        <source>δ is {delta:g}. It must be from 0 to {most:g}: with that chance the bound does not hold. One in a million is usual; 0 allows releases by ε alone.</source>
        <translation>δ vaut {delta:g}. Il doit être compris entre 0 et {most:g} : avec cette probabilité, la borne ne tient pas. Une sur un million est d’usage ; 0 ne permet que des diffusions par ε.</translation>
    </message>
    <message>
        <source>The ledger's budget has no δ, so that a release by ρ can't be added to it. Give EPSILON, or make a new ledger.</source>
        <translation>Le budget du registre n’a pas de δ : une diffusion par ρ ne peut y être ajoutée. Donnez EPSILON, ou créez un nouveau registre.</translation>
    </message>
    <message>
        <source>With or without the records of any one patient ({rows} at most), what is released is at most {odds:,.2f} times as likely. Somebody who knows everything else, and first thinks it as likely as not that a person is a patient, is at most {sure} % sure afterwards.</source>
        <translation>Avec ou sans les enregistrements d’un patient quelconque ({rows} au plus), ce qui est diffusé est au plus {odds:,.2f} fois plus probable. Qui sait tout le reste, et juge d’abord aussi probable qu’improbable qu’une personne soit un patient, en est sûr ensuite à {sure} % au plus.</translation>
    </message>
    <message>
        <source>(ε, δ)-differential privacy by patient, added up over releases</source>
        <translation>Confidentialité différentielle (ε, δ) par patient, additionnée sur les diffusions</translation>
    </message>
    <message>
        <source>ε-differential privacy by patient, added up over releases</source>
        <translation>Confidentialité différentielle ε par patient, additionnée sur les diffusions</translation>
    </message>
    <message>
        <source>The small counts of {zone} cannot be protected while the totals of zones are known: there are too few records to hide one among others. Leave zones out of TOTALS, or release fewer groups or larger zones.</source>
        <translation>Les petits effectifs de {zone} ne peuvent être protégés tant que les totaux des secteurs sont connus : il y a trop peu d’enregistrements pour en cacher un parmi d’autres. Retirez zones de TOTALS, ou diffusez moins de classes ou de plus grands secteurs.</translation>
    </message>
    <message>
        <source>{rows} records of a patient cannot be hidden. Give from 1 to {most}; those beyond are left out.</source>
        <translation>{rows} enregistrements d’un patient ne peuvent pas être cachés. Donnez de 1 à {most} ; ceux qui dépassent sont laissés de côté.</translation>
    </message>
    <message>
        <source>The small counts of {units} cannot be protected: there are too few records to hide one among others. Use larger zones with a minimum of records, or larger boundary units.</source>
        <translation>Les petits effectifs de {units} ne peuvent être protégés : il y a trop peu d’enregistrements pour en cacher un parmi d’autres. Utilisez de plus grands secteurs avec un minimum d’enregistrements, ou de plus grandes unités.</translation>
    </message>
    <message>
        <source>The small counts cannot be protected: there are too few records to hide one among others. Use larger zones with a minimum of records.</source>
        <translation>Les petits effectifs ne peuvent pas être protégés : il y a trop peu d’enregistrements pour en cacher un parmi d’autres. Utilisez des secteurs plus grands avec un minimum d’enregistrements.</translation>
    </message>
    <message>
        <source>Fewer than {smallest} records lie in no zone, and whoever knows the number of all records can compute how many. Leave them out of the layer and of every printed number, or join their units to others.</source>
        <translation>Moins de {smallest} enregistrements ne sont dans aucun secteur, et qui connaît le nombre total d’enregistrements peut en calculer le nombre. Retirez-les de la couche et de tout nombre publié, ou joignez leurs unités à d’autres.</translation>
    </message>
    <message>
        <source>The released fields make {count} groups, too many columns of counts. Release fewer fields, or classes of values (at most {most} groups).</source>
        <translation>Les champs diffusés font {count} groupes, trop de colonnes d’effectifs. Diffusez moins de champs, ou des classes de valeurs (au plus {most} groupes).</translation>
    </message>
    <message>
        <source>Fewer than {smallest} records lie in areas without a zone, and known totals less these counts could tell how many. Use the rule suppress without zones in TOTALS; or join their units to others; or leave these records out of the layer and of every printed number.</source>
        <translation>Moins de {smallest} enregistrements se trouvent dans des zones sans secteur, et des totaux connus diminués de ces effectifs pourraient dire combien. Utilisez la règle suppress sans zones dans TOTALS ; ou réunissez leurs unités à d’autres ; ou retirez ces enregistrements de la couche et de tout nombre imprimé.</translation>
    </message>
    <message>
        <source>{count} counts could be narrowed to fewer than {values} values though they are changed, among them zone {codes}: known totals tell too much. Use larger units or the rule suppress, or TOTALS = overall where the totals of units are published nowhere.</source>
        <translation>{count} effectifs pouvaient être réduits à moins de {values} valeurs bien qu’ils soient changés, parmi eux le secteur {codes} : les totaux connus en disent trop. Utilisez de plus grandes unités ou la règle suppress, ou TOTALS = overall là où les totaux des unités ne sont publiés nulle part.</translation>
    </message>
    <message>
        <source>Make places with more people. Where people may have several records, give RECORD_ID. A condition that is as common as that asks for care, whoever publishes it.</source>
        <translation>Formez des lieux plus peuplés. Si une personne peut avoir plusieurs enregistrements, indiquez RECORD_ID. Une affection aussi fréquente demande de l’attention, qui que ce soit qui la publie.</translation>
    </message>
    <message>
        <source>Of the people of every place whose count is shown, or follows from what is shown, at most {share:.3g} % are in the data.</source>
        <translation>Dans chaque lieu dont l’effectif est montré, ou se déduit de ce qui est montré, au plus {share:.3g} % des personnes figurent dans les données.</translation>
    </message>
    <message>
        <source>In {count} places more than {bound:.4g} % of the people are in the data ({places}); in the first, {records} of {people}. Whoever knows that somebody lives there knows almost as surely that the person is in the data.</source>
        <translation>Dans {count} lieux, plus de {bound:.4g} % des personnes figurent dans les données ({places}) ; dans le premier, {records} sur {people}. Qui sait qu’une personne y habite sait presque aussi sûrement qu’elle figure dans les données.</translation>
    </message>
    <message>
        <source>The releases cut the areas into {count} counts, too many to be checked together; at most {most} are. Release by regions.</source>
        <translation>Les diffusions découpent les zones en {count} effectifs, trop pour être vérifiés ensemble ; {most} au plus le sont. Diffusez par région.</translation>
    </message>
    <message>
        <source>The true counts contradict what was published of them. This is an error of the program; please report it.</source>
        <translation>Les vrais effectifs contredisent ce qui en a été publié. C’est une erreur du programme ; merci de la signaler.</translation>
    </message>
    <message>
        <source>Releases are compared with a solver that this QGIS's SciPy does not have (1.9 has). Use a newer QGIS.</source>
        <translation>Les diffusions sont comparées par un solveur que le SciPy de ce QGIS n’a pas (la version 1.9 l’a). Utilisez un QGIS plus récent.</translation>
    </message>
    <message>
        <source>{share:.1f} % of the addresses stand at the same place as another: counted twice, they stand for people who do not exist.</source>
        <translation>{share:.1f} % des adresses sont au même lieu qu’une autre : comptées deux fois, elles représentent des personnes qui n’existent pas.</translation>
    </message>
    <message>
        <source>Leave doubles out; make one address with all its people of the flats of one place.</source>
        <translation>Supprimez les doublons ; réunissez les appartements d’un même lieu en une seule adresse avec tous ses habitants.</translation>
    </message>
    <message>
        <source>{share:.1f} % of the people listed are more than the census counts where they are listed.</source>
        <translation>{share:.1f} % des personnes de la liste dépassent ce que le recensement compte là où elles figurent.</translation>
    </message>
    <message>
        <source>Leave out addresses where nobody lives, or give census areas that hold all of them.</source>
        <translation>Supprimez les adresses où personne n’habite, ou donnez des zones de recensement qui les contiennent toutes.</translation>
    </message>
    <message>
        <source>The list is as complete where patients live as elsewhere.</source>
        <translation>La liste est aussi complète là où vivent des patients qu’ailleurs.</translation>
    </message>
    <message>
        <source>Patients live at {share:.1f} % of the addresses.</source>
        <translation>Des patients habitent à {share:.1f} % des adresses.</translation>
    </message>
    <message>
        <source>Use a list of all homes of the region, of which patients' homes are few.</source>
        <translation>Utilisez une liste de tous les logements de la région, parmi lesquels ceux des patients sont peu nombreux.</translation>
    </message>
    <message>
        <source>{share:.1f} % of the patients live more than {metres:.0f} m from every address: they are held back.</source>
        <translation>{share:.1f} % des patients habitent à plus de {metres:.0f} m de toute adresse : ils ne sont pas publiés.</translation>
    </message>
    <message>
        <source>Complete the list, or correct where these patients lie.</source>
        <translation>Complétez la liste, ou corrigez la position de ces patients.</translation>
    </message>
    <message>
        <source>Whether the addresses are all homes, and only homes, could not be judged without a census.</source>
        <translation>Sans recensement, il n’a pas été possible de juger si les adresses sont bien tous les logements, et seulement des logements.</translation>
    </message>
    <message>
        <source>Give census areas with their people, or with their dwellings where each address counts one.</source>
        <translation>Donnez des zones de recensement avec leurs habitants, ou avec leurs logements si chaque adresse compte pour un.</translation>
    </message>
    <message>
        <source>No patient lives in a census area: whether the list was made from them is not known.</source>
        <translation>Aucun patient n’habite dans une zone de recensement : on ne sait pas si la liste a été établie à partir des patients.</translation>
    </message>
    <message>
        <source>The list holds {own:.0f} % of the people where patients live and {others:.0f} % elsewhere: it was made from the patients.</source>
        <translation>La liste contient {own:.0f} % des personnes là où vivent des patients et {others:.0f} % ailleurs : elle a été faite à partir des patients.</translation>
    </message>
    <message>
        <source>{share:.0f} % of the people of the census are listed. That is safe: it makes moves longer, and nothing else.</source>
        <translation>{share:.0f} % des habitants du recensement figurent dans la liste. C’est sans danger : les déplacements sont plus longs, rien de plus.</translation>
    </message>
    <message>
        <source>No address stands twice in the list.</source>
        <translation>Aucune adresse ne figure deux fois dans la liste.</translation>
    </message>
    <message>
        <source>Use a list of all homes of the region.</source>
        <translation>Utilisez une liste de tous les logements de la région.</translation>
    </message>
    <message>
        <source>Nothing of it is, byte by byte, what was approved: all of it was judged as any document is.</source>
        <translation>Rien n’y est identique, octet par octet, à ce qui a été approuvé : tout a été évalué comme n’importe quel document.</translation>
    </message>
    <message>
        <source>Leave “Your publications” empty where it holds nothing of yours.</source>
        <translation>Laissez « Vos publications » vide si le document ne contient rien de vous.</translation>
    </message>
    <message>
        <source>Hand over one of them, or make them with one ledger, which counts what all of them tell.</source>
        <translation>N’en remettez qu’une, ou produisez-les avec un même registre, qui compte ce que toutes révèlent.</translation>
    </message>
    <message>
        <source>{names}: this is what was held back on {date}, or made for testing ({where}).</source>
        <translation>{names} : c’est ce qui n’a pas été autorisé le {date}, ou a été produit pour un essai ({where}).</translation>
    </message>
    <message>
        <source>Byte by byte what was approved on {date} ({where}): {names}.</source>
        <translation>Identique, octet par octet, à ce qui a été approuvé le {date} ({where}) : {names}.</translation>
    </message>
    <message>
        <source>A figure is, pixel by pixel, the picture that was approved on {date} ({where}).</source>
        <translation>Une figure est, pixel par pixel, l’image approuvée le {date} ({where}).</translation>
    </message>
    <message>
        <source>{same} But it was approved for a chance of {approved:.4g}, and {limit:.4g} is asked for now.</source>
        <translation>{same} Mais l’approbation valait pour une probabilité de {approved:.4g}, et la limite demandée est maintenant de {limit:.4g}.</translation>
    </message>
    <message>
        <source>Judge by the limit that it was approved for, or publish it anew by this one.</source>
        <translation>Évaluez avec la limite pour laquelle il a été approuvé, ou publiez à nouveau avec celle-ci.</translation>
    </message>
    <message>
        <source>{same} The approval had conditions.</source>
        <translation>{same} L’approbation était sous réserve.</translation>
    </message>
    <message>
        <source>It holds parts of {count} releases of the same patients ({where}). Each was approved by itself: what they tell together is not known.</source>
        <translation>Contient des parties de {count} publications portant sur les mêmes patients ({where}). Chacune a été approuvée séparément : on ignore ce qu’elles révèlent ensemble.</translation>
    </message>
    <message>
        <source>It holds parts of {count} releases ({where}). Each was approved by itself: if they show the same patients, what they tell together is not known.</source>
        <translation>Contient des parties de {count} publications ({where}). Chacune a été approuvée séparément : si elles montrent les mêmes patients, on ignore ce qu’elles révèlent ensemble.</translation>
    </message>
    <message>
        <source>Not what was approved under its name: {names}. Its places were judged as those of any document, its counts and fields were not.</source>
        <translation>Ce n’est pas ce qui a été approuvé sous ce nom : {names}. Ses positions ont été évaluées comme celles de tout document ; ses effectifs et ses champs ne l’ont pas été.</translation>
    </message>
    <message>
        <source>Put the file that was approved in its place, or publish anew.</source>
        <translation>Remplacez-le par le fichier approuvé, ou publiez à nouveau.</translation>
    </message>
    <message>
        <source>Approved on {date} and not there: {names}.</source>
        <translation>Approuvé le {date} et absent : {names}.</translation>
    </message>
    <message>
        <source>Not among what was approved, and read as any document is: {names}.</source>
        <translation>Ne fait pas partie de ce qui a été approuvé, lu comme tout document : {names}.</translation>
    </message>
    <message>
        <source>Not among what was approved: {names}. Its places were judged as those of any document, its counts and fields were not.</source>
        <translation>Ne fait pas partie de ce qui a été approuvé : {names}. Ses positions ont été évaluées comme celles de tout document ; ses effectifs et ses champs ne l’ont pas été.</translation>
    </message>
    <message>
        <source>Read the report of that run, and do what it asks.</source>
        <translation>Lisez le rapport de ce traitement et faites ce qu’il demande.</translation>
    </message>
    <message>
        <source>Take it out, or publish it anew.</source>
        <translation>Retirez-le, ou publiez-le à nouveau.</translation>
    </message>
    <message>
        <source>Take it out, or have it approved.</source>
        <translation>Retirez-le, ou faites-le approuver.</translation>
    </message>
    <message>
        <source>The archive holds parts that its list does not name, such as an earlier version. Save it anew under another name.</source>
        <translation>L’archive contient des parties que sa liste ne nomme pas, comme une version antérieure. Enregistrez-la de nouveau sous un autre nom.</translation>
    </message>
    <message>
        <source>It would unpack to far more than any document holds, as a “zip bomb” does, so it was not opened.</source>
        <translation>Il se décompresserait en bien plus que ne contient un document, comme une « bombe zip » : il n’a pas été ouvert.</translation>
    </message>
    <message>
        <source>It is damaged or cut short: its list of parts could not be read.</source>
        <translation>Il est endommagé ou tronqué : la liste de ses parties n’a pu être lue.</translation>
    </message>
    <message>
        <source>It is encrypted. Check the document without a password.</source>
        <translation>Il est chiffré. Vérifiez le document sans mot de passe.</translation>
    </message>
    <message>
        <source>It is damaged or cut short and could not be unpacked.</source>
        <translation>Il est endommagé ou tronqué et n’a pu être décompressé.</translation>
    </message>
    <message>
        <source>It is a link or a device and was not read.</source>
        <translation>C’est un lien ou un périphérique, et il n’a pas été lu.</translation>
    </message>
    <message>
        <source>A part of this picture was cut away on the page, but is still in the file.</source>
        <translation>Une partie de cette image a été rognée sur la page, mais se trouve encore dans le fichier.</translation>
    </message>
    <message>
        <source>No page shows this picture, but it is still in the file.</source>
        <translation>Aucune page ne montre cette image, mais elle est encore dans le fichier.</translation>
    </message>
    <message>
        <source>Deleted text that tracked changes keep.</source>
        <translation>Texte supprimé que le suivi des modifications garde.</translation>
    </message>
    <message>
        <source>A comment.</source>
        <translation>Un commentaire.</translation>
    </message>
    <message>
        <source>A hidden sheet, row or column.</source>
        <translation>Une feuille, ligne ou colonne masquée.</translation>
    </message>
    <message>
        <source>The numbers behind a chart.</source>
        <translation>Les nombres derrière un graphique.</translation>
    </message>
    <message>
        <source>It holds many small shapes of one size, drawn by hand or by a program. They may be places on a map, and were not read. Save the document as a PDF and check that.</source>
        <translation>Il contient beaucoup de petites formes d’une même taille, dessinées à la main ou par un programme. Ce sont peut-être des lieux sur une carte, et elles n’ont pas été lues. Enregistrez le document en PDF et vérifiez celui-ci.</translation>
    </message>
    <message>
        <source>It holds more parts than are looked into. Check it in pieces.</source>
        <translation>Il contient plus de parties qu’on n’en examine. Vérifiez-le par morceaux.</translation>
    </message>
    <message>
        <source>Reading it took too long and was stopped. Check it in pieces.</source>
        <translation>Sa lecture prenait trop de temps et a été arrêtée. Vérifiez-le par morceaux.</translation>
    </message>
    <message>
        <source>It unpacks to more than is read. Check it in pieces.</source>
        <translation>Il se décompresse en plus qu’on n’en lit. Vérifiez-le par morceaux.</translation>
    </message>
    <message>
        <source>One symbol stands {count} times on the page, as a letter of a font or as a small picture. The symbols may be places on a map, and were not compared with an outline. Export the page as a PNG and check that.</source>
        <translation>Un même symbole figure {count} fois sur la page, comme lettre d’une police ou comme petite image. Ces symboles peuvent être des lieux sur une carte, et n’ont pas été comparés à un contour. Exportez la page en PNG et vérifiez celui-ci.</translation>
    </message>
    <message>
        <source>{count} pictures stand side by side on the page, as pieces of one, and could not be put together. Export the page as a PNG and check that.</source>
        <translation>{count} images sont placées côte à côte sur la page, comme les morceaux d’une seule, et n’ont pas pu être assemblées. Exportez la page en PNG et vérifiez cette image.</translation>
    </message>
    <message>
        <source>An earlier version of the page, which the file still holds.</source>
        <translation>Une version antérieure de la page, que le fichier contient encore.</translation>
    </message>
    <message>
        <source>It stands beside the pages: in a comment, a pattern, or where no reader shows it.</source>
        <translation>Cela se trouve à côté des pages : dans un commentaire, un motif, ou là où aucun lecteur ne le montre.</translation>
    </message>
    <message>
        <source>The PDF packs its drawing by {name}, which is not read.</source>
        <translation>Le PDF comprime son dessin par {name}, un procédé qui n’est pas lu.</translation>
    </message>
    <message>
        <source>The PDF holds a picture whose colours are not stated.</source>
        <translation>Le PDF contient une image dont les couleurs ne sont pas indiquées.</translation>
    </message>
    <message>
        <source>The PDF holds a picture of {bits} bits, which no picture has.</source>
        <translation>Le PDF contient une image de {bits} bits, une profondeur qu’aucune image n’a.</translation>
    </message>
    <message>
        <source>The PDF is cut short or damaged: a picture has too few pixels.</source>
        <translation>Le PDF est tronqué ou endommagé : une image a trop peu de pixels.</translation>
    </message>
    <message>
        <source>{count} of its letters stand in a font that does not tell which they are, so nobody can say whether they hold places.</source>
        <translation>{count} de ses lettres sont dans une police qui ne dit pas lesquelles elles sont ; personne ne peut donc dire si elles contiennent des lieux.</translation>
    </message>
    <message>
        <source>The page shows the negative of a JPEG, which was not made. Export the page as a PNG and check that.</source>
        <translation>La page montre le négatif d’un JPEG, qui n’a pas été calculé. Exportez la page en PNG et vérifiez ce fichier.</translation>
    </message>
    <message>
        <source>{count} shapes are drawn on the page as comments. They may be places on a map, and were not read. Print it with its comments into a new PDF and check that.</source>
        <translation>{count} formes sont dessinées sur la page sous forme de commentaires. Elles peuvent être des lieux sur une carte et n’ont pas été lues. Imprimez la page avec ses commentaires dans un nouveau PDF et vérifiez celui-ci.</translation>
    </message>
    <message>
        <source>a file of R</source>
        <translation>un fichier de R</translation>
    </message>
    <message>
        <source>an SPSS file</source>
        <translation>un fichier SPSS</translation>
    </message>
    <message>
        <source>a SAS file</source>
        <translation>un fichier SAS</translation>
    </message>
    <message>
        <source>a pickle of Python</source>
        <translation>un pickle de Python</translation>
    </message>
    <message>
        <source>an Access database</source>
        <translation>une base de données Access</translation>
    </message>
    <message>
        <source>a MapInfo table</source>
        <translation>une table MapInfo</translation>
    </message>
    <message>
        <source>a Stata file</source>
        <translation>un fichier Stata</translation>
    </message>
    <message>
        <source>a SAS transport file</source>
        <translation>un fichier de transport SAS</translation>
    </message>
    <message>
        <source>an HDF5 or netCDF file</source>
        <translation>un fichier HDF5 ou netCDF</translation>
    </message>
    <message>
        <source>a netCDF file</source>
        <translation>un fichier netCDF</translation>
    </message>
    <message>
        <source>a MATLAB file</source>
        <translation>un fichier MATLAB</translation>
    </message>
    <message>
        <source>a 7-Zip archive</source>
        <translation>une archive 7-Zip</translation>
    </message>
    <message>
        <source>a RAR archive</source>
        <translation>une archive RAR</translation>
    </message>
    <message>
        <source>a table of an ArcGIS geodatabase</source>
        <translation>une table d’une géodatabase ArcGIS</translation>
    </message>
    <message>
        <source>an ArcInfo file</source>
        <translation>un fichier ArcInfo</translation>
    </message>
    <message>
        <source>a raster of numbers</source>
        <translation>une image matricielle de nombres</translation>
    </message>
    <message>
        <source>a rich text (RTF)</source>
        <translation>un texte enrichi (RTF)</translation>
    </message>
    <message>
        <source>a film or a HEIC photograph</source>
        <translation>un film ou une photographie HEIC</translation>
    </message>
    <message>
        <source>a DjVu document</source>
        <translation>un document DjVu</translation>
    </message>
    <message>
        <source>a picture of Netpbm</source>
        <translation>une image Netpbm</translation>
    </message>
    <message>
        <source>a picture of X11</source>
        <translation>une image X11</translation>
    </message>
    <message>
        <source>a drawing of Xfig</source>
        <translation>un dessin Xfig</translation>
    </message>
    <message>
        <source>a drawing for a plotter</source>
        <translation>un dessin pour traceur</translation>
    </message>
    <message>
        <source>a drawing of draw.io</source>
        <translation>un dessin draw.io</translation>
    </message>
    <message>
        <source>a drawing of Visio</source>
        <translation>un dessin Visio</translation>
    </message>
    <message>
        <source>a drawing of TeX</source>
        <translation>un dessin TeX</translation>
    </message>
    <message>
        <source>Its format is not known, so nobody can say what it holds.</source>
        <translation>Son format n’est pas connu ; personne ne peut donc dire ce qu’il contient.</translation>
    </message>
    <message>
        <source>It is {kind}, which is not read. Put a PNG or PDF in its place.</source>
        <translation>C’est {kind}, qui n’est pas lu. Mettez un PNG ou un PDF à la place.</translation>
    </message>
    <message>
        <source>It holds macros, which were not read: nobody knows what they hold. Save it without macros.</source>
        <translation>Le fichier contient des macros, qui n’ont pas été lues : personne ne sait ce qu’elles contiennent. Enregistrez-le sans macros.</translation>
    </message>
    <message>
        <source>It is an EMF or WMF drawing, which is not read. Put a PNG in its place.</source>
        <translation>C’est un dessin EMF ou WMF, qui n’est pas lu. Mettez un PNG à sa place.</translation>
    </message>
    <message>
        <source>It is a PostScript drawing, which is not read. Put a PDF in its place.</source>
        <translation>C’est un dessin PostScript, qui n’est pas lu. Mettez un PDF à sa place.</translation>
    </message>
    <message>
        <source>It is {kind}, which is not read. Save it as CSV or PDF and check that in its place.</source>
        <translation>C’est {kind}, qui n’est pas lu. Enregistrez-le en CSV ou en PDF et vérifiez ce fichier à sa place.</translation>
    </message>
    <message>
        <source>A picture in the file of another, which no program shows: it may be from before a change.</source>
        <translation>Une image dans le fichier d’une autre, qu’aucun programme ne montre : elle peut dater d’avant une modification.</translation>
    </message>
    <message>
        <source>A layer that is hidden in the drawing.</source>
        <translation>Une couche masquée dans le dessin.</translation>
    </message>
    <message>
        <source>It shows a picture that lies elsewhere, which was not looked at. Put that picture into it.</source>
        <translation>Il montre une image qui se trouve ailleurs et n’a pas été examinée. Intégrez cette image.</translation>
    </message>
    <message>
        <source>A small picture of the first page, made before the last change.</source>
        <translation>Une petite image de la première page, faite avant la dernière modification.</translation>
    </message>
    <message>
        <source>It has the older binary form of office programs (doc, xls, ppt, or an embedded object), which is not read. Save it in the newer form.</source>
        <translation>Il a l’ancien format binaire des suites bureautiques (doc, xls, ppt, ou un objet incorporé), qui n’est pas lu. Enregistrez-le dans le format actuel.</translation>
    </message>
    <message>
        <source>A picture or a PDF stands in it in letters or numbers that were not read. Put the file itself in its place.</source>
        <translation>Une image ou un PDF s’y trouve sous forme de lettres ou de nombres qui n’ont pas été lus. Mettez le fichier lui-même à la place.</translation>
    </message>
    <message>
        <source>It draws many small marks, by a script or one by one. They may be places on a map, and were not read. Print the page as a PDF and check that.</source>
        <translation>On y dessine beaucoup de petits signes, par un script ou un à un. Ce sont peut-être des lieux sur une carte, et ils n’ont pas été lus. Imprimez la page en PDF et vérifiez celui-ci.</translation>
    </message>
    <message>
        <source>a database such as a GeoPackage</source>
        <translation>une base de données comme un GeoPackage</translation>
    </message>
    <message>
        <source>a FlatGeobuf</source>
        <translation>un FlatGeobuf</translation>
    </message>
    <message>
        <source>a shapefile</source>
        <translation>un shapefile</translation>
    </message>
    <message>
        <source>a Parquet file</source>
        <translation>un fichier Parquet</translation>
    </message>
    <message>
        <source>map tiles</source>
        <translation>des tuiles de carte</translation>
    </message>
    <message>
        <source>an Arrow file</source>
        <translation>un fichier Arrow</translation>
    </message>
    <message>
        <source>The file is empty.</source>
        <translation>Le fichier est vide.</translation>
    </message>
    <message>
        <source>The archive holds it twice: an earlier version is hidden.</source>
        <translation>L’archive le contient deux fois : une version antérieure est cachée.</translation>
    </message>
    <message>
        <source>It lies too deep inside other files and was not opened.</source>
        <translation>Il se trouve trop profondément dans d’autres fichiers et n’a pas été ouvert.</translation>
    </message>
    <message>
        <source>It is nested too deeply to be read.</source>
        <translation>Il est imbriqué trop profondément pour être lu.</translation>
    </message>
    <message>
        <source>The page loads data from elsewhere, which were not examined: {address}</source>
        <translation>La page prend ailleurs des données qui n’ont pas été regardées : {address}</translation>
    </message>
    <message>
        <source>The source of a pivot table, which Excel keeps even where its sheet is gone.</source>
        <translation>La source d’un tableau croisé dynamique, qu’Excel garde même là où sa feuille a disparu.</translation>
    </message>
    <message>
        <source>Texts that no cell shows.</source>
        <translation>Des textes qu’aucune cellule ne montre.</translation>
    </message>
    <message>
        <source>Cells of another workbook, which Excel keeps with a link to it.</source>
        <translation>Cellules d’un autre classeur, qu’Excel garde avec un lien vers lui.</translation>
    </message>
    <message>
        <source>geohashes</source>
        <translation>geohashes</translation>
    </message>
    <message>
        <source>degrees, minutes and seconds</source>
        <translation>degrés, minutes et secondes</translation>
    </message>
    <message>
        <source>encoded polylines</source>
        <translation>polylignes codées</translation>
    </message>
    <message>
        <source>grid references (MGRS)</source>
        <translation>références de grille (MGRS)</translation>
    </message>
    <message>
        <source>coordinates with their UTM zone</source>
        <translation>coordonnées avec leur fuseau UTM</translation>
    </message>
    <message>
        <source>national grid references</source>
        <translation>références d’une grille nationale</translation>
    </message>
    <message>
        <source>columns of a table</source>
        <translation>colonnes d’une table</translation>
    </message>
    <message>
        <source>arrays side by side in a script</source>
        <translation>tableaux côte à côte dans un script</translation>
    </message>
    <message>
        <source>rows of a table</source>
        <translation>lignes d’un tableau</translation>
    </message>
    <message>
        <source>columns of two tables</source>
        <translation>colonnes de deux tables</translation>
    </message>
    <message>
        <source>numbers packed in base64</source>
        <translation>nombres codés en base64</translation>
    </message>
    <message>
        <source>fields beside the geometries</source>
        <translation>champs à côté des géométries</translation>
    </message>
    <message>
        <source>KML</source>
        <translation>KML</translation>
    </message>
    <message>
        <source>GPX</source>
        <translation>GPX</translation>
    </message>
    <message>
        <source>GML</source>
        <translation>GML</translation>
    </message>
    <message>
        <source>a QGIS project</source>
        <translation>un projet QGIS</translation>
    </message>
    <message>
        <source>centres of circles</source>
        <translation>centres de cercles</translation>
    </message>
    <message>
        <source>vertices of lines or areas</source>
        <translation>sommets de lignes ou de zones</translation>
    </message>
    <message>
        <source>numbers in words or a script</source>
        <translation>nombres dans un texte ou un script</translation>
    </message>
    <message>
        <source>numbers under names of coordinates</source>
        <translation>nombres sous des noms de coordonnées</translation>
    </message>
    <message>
        <source>numbers behind the same words</source>
        <translation>nombres précédés des mêmes mots</translation>
    </message>
    <message>
        <source>vectors one after the other</source>
        <translation>des vecteurs l’un après l’autre</translation>
    </message>
    <message>
        <source>GeoJSON</source>
        <translation>GeoJSON</translation>
    </message>
    <message>
        <source>geometries of ArcGIS</source>
        <translation>géométries d’ArcGIS</translation>
    </message>
    <message>
        <source>binary geometries (WKB)</source>
        <translation>géométries binaires (WKB)</translation>
    </message>
    <message>
        <source>a list of records</source>
        <translation>une liste d’enregistrements</translation>
    </message>
    <message>
        <source>TopoJSON</source>
        <translation>TopoJSON</translation>
    </message>
    <message>
        <source>It is damaged or cut short: its map tiles could not be read.</source>
        <translation>Le fichier est abîmé ou tronqué : ses tuiles de carte n’ont pu être lues.</translation>
    </message>
    <message>
        <source>It is a tile of a map whose name does not say where it lies.</source>
        <translation>C’est une tuile de carte dont le nom ne dit pas où elle se trouve.</translation>
    </message>
    <message>
        <source>It is a file of map tiles of a form that is not read.</source>
        <translation>C’est un fichier de tuiles de carte d’un format qui n’est pas lu.</translation>
    </message>
    <message>
        <source>It holds more map tiles than are looked into. Check it in pieces.</source>
        <translation>Le fichier contient plus de tuiles de carte qu’il n’en est examiné. Vérifiez-le par morceaux.</translation>
    </message>
    <message>
        <source>{count} street addresses stand in it. Anybody can look up where they are; whose they are was not judged. Take them out if they are those of people.</source>
        <translation>{count} adresses postales y figurent. Chacun peut chercher où elles se trouvent ; de qui elles sont n’a pas été jugé. Retirez-les si ce sont celles de personnes.</translation>
    </message>
    <message>
        <source>It holds cells of the {kind} grid, which are places and were not read. Take them out.</source>
        <translation>Il contient des mailles de la grille {kind}, qui sont des lieux et n’ont pas été lues. Retirez-les.</translation>
    </message>
    <message>
        <source>It holds postal codes of single buildings or streets, and anybody can look up where they are. Shorten them, or take them out.</source>
        <translation>Il contient des codes postaux d’immeubles ou de rues, et chacun peut chercher où ils se trouvent. Raccourcissez-les ou retirez-les.</translation>
    </message>
    <message>
        <source>It holds places as three words (what3words), which were not read. Take them out.</source>
        <translation>Il contient des lieux en trois mots (what3words), qui n’ont pas été lus. Retirez-les.</translation>
    </message>
    <message>
        <source>The median standard error of the populations is {spread:.0f} % of the estimate; {empty} areas that may be empty hide nobody.</source>
        <translation>L’erreur type médiane des populations est de {spread:.0f} % de l’estimation ; {empty} zones, peut-être vides, ne cachent personne.</translation>
    </message>
    <message>
        <source>95 %</source>
        <translation>95 %</translation>
    </message>
    <message>
        <source>99 %</source>
        <translation>99 %</translation>
    </message>
    <message>
        <source>one standard error</source>
        <translation>une erreur type</translation>
    </message>
    <message>
        <source>The margin of error in “{name}” is a special code of the Census Bureau, not a number, in {count} areas ({areas}). Write 0 for -555555555, which means that the estimate is exact; use larger areas where another code stands.</source>
        <translation>La marge d’erreur dans « {name} » est un code spécial du Census Bureau, et non un nombre, dans {count} zones ({areas}). Écrivez 0 pour -555555555, qui veut dire que l’estimation est exacte ; prenez des zones plus grandes là où se trouve un autre code.</translation>
    </message>
    <message>
        <source>The margin of error in “{name}” is missing in {count} areas ({areas}). Fill it in; 0 says that the population is exact.</source>
        <translation>La marge d’erreur dans « {name} » est absente dans {count} zones ({areas}). Renseignez-la ; 0 signifie que la population est exacte.</translation>
    </message>
    <message>
        <source>The margin of error in “{name}” is negative in {count} areas ({areas}). It is a number of people, 0 or more.</source>
        <translation>La marge d’erreur dans « {name} » est négative dans {count} zones ({areas}). C’est un nombre de personnes, 0 ou plus.</translation>
    </message>
    <message>
        <source>The margin of error in “{name}” is as large as the population in every area. Use larger areas, such as census tracts, whose margins are smaller.</source>
        <translation>La marge d’erreur de « {name} » est aussi grande que la population dans chaque zone. Prenez des zones plus grandes, comme des secteurs de recensement, dont les marges sont plus petites.</translation>
    </message>
    <message>
        <source>The populations are too uncertain for areas this small: the median standard error is {spread:.0f} % of the estimate. {share:.0f} % of the people live in areas that may have less than half of theirs, and moves are much longer than they need be.</source>
        <translation>Les populations sont trop incertaines pour des zones si petites : l’erreur type médiane est de {spread:.0f} % de l’estimation. {share:.0f} % des personnes vivent dans des zones qui en comptent peut-être moins de la moitié, et les déplacements sont bien plus longs que nécessaire.</translation>
    </message>
    <message>
        <source>Use larger areas, such as census tracts, whose margins are smaller.</source>
        <translation>Utilisez des zones plus grandes, comme les secteurs de recensement, dont les marges sont plus faibles.</translation>
    </message>
    <message>
        <source>The field “{margin}” looks like the margin of error of “{population}”, and is not used: the bound takes these estimates to be exact.</source>
        <translation>Le champ « {margin} » semble être la marge d’erreur de « {population} » et n’est pas utilisé : la limite suppose ces estimations exactes.</translation>
    </message>
    <message>
        <source>Give its name as POPULATION_ERROR, or use the counts of a census.</source>
        <translation>Donnez son nom comme POPULATION_ERROR, ou utilisez les effectifs d’un recensement.</translation>
    </message>
    <message>
        <source>By its name the field “{name}” holds {what}, not margins of 90 %. Multiply it by {times:.3f} in a field of another name.</source>
        <translation>D’après son nom, le champ « {name} » contient {what}, et non des marges à 90 %. Multipliez-le par {times:.3f} dans un champ portant un autre nom.</translation>
    </message>
    <message>
        <source>No area has people.</source>
        <translation>Aucune zone n’est habitée.</translation>
    </message>
    <message>
        <source>Choose the field that holds the number of people of each area.</source>
        <translation>Choisissez le champ qui contient le nombre de personnes de chaque zone.</translation>
    </message>
    <message>
        <source>Every value of “{name}” is a multiple of {unit}: the people were estimated, or each value was multiplied.</source>
        <translation>Chaque valeur de « {name} » est un multiple de {unit} : les personnes ont été estimées, ou chaque valeur a été multipliée.</translation>
    </message>
    <message>
        <source>{count} areas without a value in “{name}” were read as empty.</source>
        <translation>{count} zones sans valeur dans « {name} » ont été lues comme vides.</translation>
    </message>
    <message>
        <source>Half of the patients are {years:.0f} or older, and “{field}” seems to count people of all ages. Where many old people live, people are likelier patients than the bound allows for.</source>
        <translation>La moitié des patients ont {years:.0f} ans ou plus, et « {field} » semble compter les personnes de tout âge. Là où vivent beaucoup de personnes âgées, on est plus souvent patient que la borne ne le prévoit.</translation>
    </message>
    <message>
        <source>Give the people of the ages in question as POPULATION. Where these are not known, set RATE_RATIO to 3.</source>
        <translation>Donnez comme POPULATION les personnes des âges concernés. S’ils ne sont pas connus, mettez RATE_RATIO à 3.</translation>
    </message>
    <message>
        <source>The field “{name}” does not follow the size of the areas.</source>
        <translation>Le champ « {name} » ne suit pas la taille des zones.</translation>
    </message>
    <message>
        <source>By its name, the field “{name}” holds {what}, not people. How many people a patient hides among is not known.</source>
        <translation>D’après son nom, le champ « {name} » contient {what}, et non des personnes. On ne sait donc pas parmi combien de personnes un patient se fond.</translation>
    </message>
    <message>
        <source>The field “{name}” holds fractions up to {most:.4g}, as rates and percentages do. How many people a patient hides among is not known.</source>
        <translation>Le champ « {name} » contient des fractions jusqu’à {most:.4g}, comme des taux ou des pourcentages. On ne sait donc pas parmi combien de personnes un patient se fond.</translation>
    </message>
    <message>
        <source>The field “{name}” looks like neither a rate nor an income.</source>
        <translation>Le champ « {name} » ne ressemble ni à un taux ni à un revenu.</translation>
    </message>
    <message>
        <source>The population is plausible: the median area has {median} people per km².</source>
        <translation>La population est plausible : la zone médiane compte {median} personnes par km².</translation>
    </message>
    <message>
        <source>By the field “{name}”, {count} areas hold more people than any place of their size on Earth ({areas}): it does not count single people, or the sizes are wrong. How many people a patient hides among is not known.</source>
        <translation>D’après le champ « {name} », {count} zones contiennent plus de personnes que tout lieu de cette taille sur Terre ({areas}) : il ne compte pas des personnes, ou les superficies sont fausses. On ne sait donc pas parmi combien de personnes un patient se fond.</translation>
    </message>
    <message>
        <source>By the field “{name}”, {total} people live on {size} km², more than in any region of that size on Earth. How many people a patient hides among is not known.</source>
        <translation>D’après le champ « {name} », {total} personnes vivent sur {size} km², plus que dans toute région de cette taille sur Terre. On ne sait donc pas parmi combien de personnes un patient se fond.</translation>
    </message>
    <message>
        <source>No area holds more people than a place of its size can.</source>
        <translation>Aucune zone ne contient plus de personnes qu’un lieu de sa taille ne le peut.</translation>
    </message>
    <message>
        <source>The values of “{name}” vary as populations do.</source>
        <translation>Les valeurs de « {name} » varient comme varient des populations.</translation>
    </message>
    <message>
        <source>{records} records cannot come from {total} people.</source>
        <translation>{records} enregistrements ne peuvent venir de {total} personnes.</translation>
    </message>
    <message>
        <source>{records} records among {total} people: more than one in ten. Either the field counts something else, or the condition is so common that too few other people are left to hide among.</source>
        <translation>{records} enregistrements parmi {total} personnes : plus d’un sur dix. Soit le champ compte autre chose, soit l’affection est si fréquente qu’il reste peu d’autres personnes parmi lesquelles se cacher.</translation>
    </message>
    <message>
        <source>The field “{name}” holds the sizes of the areas, not their people. How many people a patient hides among is not known.</source>
        <translation>Le champ « {name} » contient les superficies des zones, et non leurs habitants. On ne sait donc pas parmi combien de personnes un patient se fond.</translation>
    </message>
    <message>
        <source>The field “{name}” rises and falls with the size of the areas, as no population does. How many people a patient hides among is not known.</source>
        <translation>Le champ « {name} » varie avec la superficie des zones, ce que ne fait aucune population. On ne sait donc pas parmi combien de personnes un patient se fond.</translation>
    </message>
    <message>
        <source>The sizes of the areas are not known; people per km² were not computed.</source>
        <translation>Les tailles des zones ne sont pas connues ; les personnes par km² n’ont pas été calculées.</translation>
    </message>
    <message>
        <source>The median area would hold {median} people per km², more than {most}: the field probably does not count people. How many people a patient hides among is not known.</source>
        <translation>La zone médiane compterait {median} personnes par km², plus de {most} : le champ ne compte sans doute pas des personnes. On ne sait donc pas parmi combien de personnes un patient se fond.</translation>
    </message>
    <message>
        <source>The field “{name}” holds {value} in {share:.0f} % of the areas that have people: a constant, not a population. How many people a patient hides among is not known.</source>
        <translation>Le champ « {name} » contient {value} dans {share:.0f} % des zones habitées : une constante, et non une population. On ne sait donc pas parmi combien de personnes un patient se fond.</translation>
    </message>
    <message>
        <source>The field “{name}” holds only values from {least} to {most}, as years and codes do, not populations. How many people a patient hides among is not known.</source>
        <translation>Le champ « {name} » ne contient que des valeurs de {least} à {most}, comme des années ou des codes, et non des populations. On ne sait donc pas parmi combien de personnes un patient se fond.</translation>
    </message>
    <message>
        <source>The field “{name}” adds up to {total}, the field “{other}” of the same layer to {second}: the two cannot both count the people.</source>
        <translation>Le champ « {name} » totalise {total}, le champ « {other} » de la même couche {second} : les deux ne peuvent compter les personnes.</translation>
    </message>
    <message>
        <source>{records} records among {total} people.</source>
        <translation>{records} enregistrements parmi {total} personnes.</translation>
    </message>
    <message>
        <source>a size</source>
        <translation>une taille</translation>
    </message>
    <message>
        <source>an income</source>
        <translation>un revenu</translation>
    </message>
    <message>
        <source>a rate</source>
        <translation>un taux</translation>
    </message>
    <message>
        <source>The variant {variant} is not known. Choose one of {known}.</source>
        <translation>La variante {variant} est inconnue. Choisissez parmi {known}.</translation>
    </message>
    <message>
        <source>Counting {variant} needs the field with their identifier. Name it, or choose another variant.</source>
        <translation>Pour compter {variant}, il faut le champ de leur identifiant. Nommez-le ou choisissez une autre variante.</translation>
    </message>
    <message>
        <source>{areas} areas cannot get points. The number must be 1 or more.</source>
        <translation>{areas} zones ne peuvent recevoir de points. Le nombre doit être de 1 ou plus.</translation>
    </message>
    <message>
        <source>Ranking areas</source>
        <translation>Classement des zones</translation>
    </message>
    <message>
        <source>A code cannot be cropped to {length} characters.</source>
        <translation>Un code ne peut être tronqué à {length} caractères.</translation>
    </message>
    <message>
        <source>The codes {codes} are shorter than {length} characters. Crop to fewer characters, or store codes as text so that leading zeros survive.</source>
        <translation>Les codes {codes} ont moins de {length} caractères. Tronquez à moins de caractères, ou stockez les codes en texte pour garder les zéros initiaux.</translation>
    </message>
    <message>
        <source>Recoding providers needs the field POPULATION: codes are to hold against somebody who knows how many people live where.</source>
        <translation>Le recodage des prestataires nécessite le champ POPULATION : les codes doivent résister à quelqu’un qui sait combien de personnes vivent dans chaque zone.</translation>
    </message>
    <message>
        <source>Coding providers</source>
        <translation>Codage des prestataires</translation>
    </message>
    <message>
        <source>No coding of the providers' areas keeps the limit of {limit:.4g}: even one code for each released unit ({unit}) lets an area be guessed first for {found:.1f} % of its patients, and reaches a chance of {record:.4g} for one. Drop the providers' areas, or release less of the patients' codes.</source>
        <translation>Aucun codage des zones des prestataires ne respecte la limite de {limit:.4g} : même avec un seul code par unité diffusée ({unit}), la zone est devinée du premier coup pour {found:.1f} % de ses patients, et la probabilité atteint {record:.4g} pour l’un d’eux. Supprimez les zones des prestataires, ou diffusez une part plus courte des codes des patients.</translation>
    </message>
    <message>
        <source>The population of the areas must be numbers of 0 or more.</source>
        <translation>La population des zones doit être faite de nombres de 0 ou plus.</translation>
    </message>
    <message>
        <source>{areas} areas and {places} areas with providers are too many for the attack by likelihood. Study one region at a time.</source>
        <translation>{areas} zones et {places} zones avec des prestataires sont trop nombreuses pour l’attaque par la vraisemblance. Étudiez une région à la fois.</translation>
    </message>
    <message>
        <source>No visit can be matched to a patient and an area, so there is nothing to attack.</source>
        <translation>Aucune visite ne peut être rattachée à un patient et à une zone : il n’y a rien à attaquer.</translation>
    </message>
    <message>
        <source>as they are</source>
        <translation>telles quelles</translation>
    </message>
    <message>
        <source>the raster, and knows or finds its kernel and bandwidth</source>
        <translation>le raster, et connaît ou trouve le noyau et la largeur de bande</translation>
    </message>
    <message>
        <source>the picture and its legend, and knows or finds the kernel and bandwidth</source>
        <translation>l’image et sa légende, et connaît ou trouve le noyau et la largeur de bande</translation>
    </message>
    <message>
        <source>The points that would produce it are not people of equal weight, or explain too little of it.</source>
        <translation>Les points qui la produiraient ne sont pas des personnes de même poids, ou l’expliquent trop peu.</translation>
    </message>
    <message>
        <source>{exposed} of {records} records are read back from the surface among fewer than {need} candidates.</source>
        <translation>{exposed} enregistrements sur {records} se retrouvent à partir de la surface parmi moins de {need} candidats.</translation>
    </message>
    <message>
        <source>Publish counts by “Counts on a grid for release”, or a picture of few classes, checked as a picture. A wider bandwidth alone hides nobody in a raster of decimals.</source>
        <translation>Publiez des effectifs avec « Effectifs sur une grille pour diffusion », ou une image de peu de classes, vérifiée comme image. Une largeur de bande plus grande ne cache à elle seule personne dans un raster de décimales.</translation>
    </message>
    <message>
        <source>The raster holds {bands} bands, of which only the first was turned back.</source>
        <translation>Le raster contient {bands} bandes, dont seule la première a été inversée.</translation>
    </message>
    <message>
        <source>Publish a raster of the band that was checked; check colours as a picture.</source>
        <translation>Publiez un raster de la bande qui a été vérifiée ; vérifiez des couleurs comme une image.</translation>
    </message>
    <message>
        <source>The numbers beside the legend were not given, so equal steps from 0 were assumed: with the printed numbers more may be read.</source>
        <translation>Les nombres de la légende n’ont pas été donnés ; des pas égaux à partir de 0 ont été supposés : avec les nombres imprimés, on peut en lire davantage.</translation>
    </message>
    <message>
        <source>{share:.0f} % of the map have colours that its legend does not show: what lies there was not read.</source>
        <translation>{share:.0f} % de la carte ont des couleurs que sa légende ne montre pas : ce qui s’y trouve n’a pas été lu.</translation>
    </message>
    <message>
        <source>Write the colours and values in LEGEND, and check a picture without a base map.</source>
        <translation>Écrivez les couleurs et les valeurs dans LEGEND, et vérifiez une image sans fond de carte.</translation>
    </message>
    <message>
        <source>{points} points explain the surface up to {residual:.2g} % of a point's height.</source>
        <translation>{points} points expliquent la surface, à {residual:.2g} % de la hauteur d’un point près.</translation>
    </message>
    <message>
        <source>Nobody knows where the heat map lies.</source>
        <translation>On ignore où se situe la carte de chaleur.</translation>
    </message>
    <message>
        <source>how many people live about each point is not known. Give all addresses of the region, or areas with their population.</source>
        <translation>on ne sait pas combien de personnes habitent autour de chaque point. Donnez toutes les adresses de la région, ou des zones avec leur population.</translation>
    </message>
    <message>
        <source>No point read back from the heat map leads to its person with a chance above the limit.</source>
        <translation>Aucun point relu dans la carte de chaleur ne mène à la personne en cause avec une probabilité supérieure à la limite.</translation>
    </message>
    <message>
        <source>1 / candidates of each record that was read back</source>
        <translation>1 / candidats de chaque enregistrement qui a été relu</translation>
    </message>
    <message>
        <source>The {points} points that were read back are neither the true points nor those of a layer that was given as masked. So the raster may lie elsewhere or be of others, and whom it gives away is not known.</source>
        <translation>Les {points} points qui ont été relus ne sont ni les vrais points ni ceux d’une couche donnée comme masquée. Le raster peut donc être mal placé ou montrer d’autres points, et on ne sait pas qui il révèle.</translation>
    </message>
    <message>
        <source>Give the layer that the heat map was made from as MASKED, and check the raster's system.</source>
        <translation>Donnez comme MASKED la couche dont la carte de chaleur a été tirée, et vérifiez le système de coordonnées du raster.</translation>
    </message>
    <message>
        <source>The numbers beside the legend were not given. Equal steps do not explain the picture, but {bend} do, so these were assumed: with the printed numbers more may be read.</source>
        <translation>Les nombres de la légende n’ont pas été donnés. Des pas égaux n’expliquent pas l’image, mais {bend} l’expliquent et ont été supposés : avec les nombres imprimés, on peut en lire davantage.</translation>
    </message>
    <message>
        <source>Most points that were read back are known points.</source>
        <translation>La plupart des points qui ont été relus sont des points connus.</translation>
    </message>
    <message>
        <source>Write the values of the legend in LEGEND.</source>
        <translation>Écrivez les valeurs de la légende dans LEGEND.</translation>
    </message>
    <message>
        <source>{points} points were read back for {records} records, and {residual:.2g} % of a point's height is not explained: whom the others give away is not known.</source>
        <translation>{points} points ont été relus pour {records} enregistrements, et {residual:.2g} % de la hauteur d’un point n’est pas expliqué : on ne sait pas qui les autres révèlent.</translation>
    </message>
    <message>
        <source>Give kernel and bandwidth, and the raster as it was computed.</source>
        <translation>Donnez le noyau et la largeur de bande, et le raster tel qu’il a été calculé.</translation>
    </message>
    <message>
        <source>The picture had to be warped to fit the map, so a heat map in it was not judged.</source>
        <translation>L’image a dû être déformée pour s’ajuster à la carte ; une carte de chaleur qu’elle contiendrait n’a pas été jugée.</translation>
    </message>
    <message>
        <source>No kernel explains it.</source>
        <translation>Aucun noyau ne l’explique.</translation>
    </message>
    <message>
        <source>The bandwidth is {pixels:.2g} pixels; below {least} the pixels themselves are the points.</source>
        <translation>La largeur de bande est de {pixels:.2g} pixels ; en dessous de {least}, les pixels eux-mêmes sont les points.</translation>
    </message>
    <message>
        <source>No sum of such kernels comes near the surface. Give kernel and bandwidth.</source>
        <translation>Aucune somme de tels noyaux n’approche de la surface. Donnez le noyau et la largeur de bande.</translation>
    </message>
    <message>
        <source>The distances are 0 nowhere: no point was read back.</source>
        <translation>Les distances ne valent 0 nulle part : aucun point n’a été retrouvé.</translation>
    </message>
    <message>
        <source>The kernels of the heat map's points cover {millions:.2g} million pixels together; up to {most:.2g} are turned back. Make it coarser first, or check a part of it by itself.</source>
        <translation>Les noyaux des points de la carte de chaleur couvrent ensemble {millions:.2g} millions de pixels ; on en inverse au plus {most:.2g}. Rendez-la d’abord plus grossière, ou vérifiez-en une partie seule.</translation>
    </message>
    <message>
        <source>The heat map has no pixels.</source>
        <translation>La carte de chaleur n’a aucun pixel.</translation>
    </message>
    <message>
        <source>The heat map is {side} pixels wide or high: too few.</source>
        <translation>La carte de chaleur a {side} pixels de largeur ou de hauteur : trop peu.</translation>
    </message>
    <message>
        <source>The heat map has {millions:.0f} million pixels; up to {most:.0f} are turned back. Make it coarser first.</source>
        <translation>La carte de chaleur a {millions:.0f} millions de pixels ; jusqu’à {most:.0f} sont inversés. Rendez-la d’abord plus grossière.</translation>
    </message>
    <message>
        <source>The heat map is 0 everywhere: it shows no point.</source>
        <translation>La carte de chaleur est 0 partout : elle ne montre aucun point.</translation>
    </message>
    <message>
        <source>The heat map has one value wherever it is above 0, so no peaks could be turned back. That does not make it safe: discs of one height show their middles. Check it as a picture.</source>
        <translation>La carte de chaleur a une seule valeur partout où elle dépasse 0 : aucun pic n’a pu être retrouvé. Cela ne la rend pas sûre : des disques d’une même hauteur montrent leur centre. Vérifiez-la comme image.</translation>
    </message>
    <message>
        <source>The bandwidth is narrower than the pixels: these are the points.</source>
        <translation>La largeur de bande est plus étroite que les pixels : ce sont les points eux-mêmes.</translation>
    </message>
    <message>
        <source>The surface would be made of more than {most} points, so it was not turned back. Check a part of it by itself.</source>
        <translation>La surface serait faite de plus de {most} points ; elle n’a donc pas été inversée. Vérifiez-en une partie seule.</translation>
    </message>
    <message>
        <source>The legend “{legend}” was not understood. Write values (0; 5; 10), values with colours (0 #ffffff; 12 #ff0000) or ranges with colours (0-5 #ffffcc; 5-10 #fd8d3c).</source>
        <translation>La légende « {legend} » n’a pas été comprise. Écrivez des valeurs (0; 5; 10), des valeurs avec leurs couleurs (0 #ffffff; 12 #ff0000) ou des intervalles avec leurs couleurs (0-5 #ffffcc; 5-10 #fd8d3c).</translation>
    </message>
    <message>
        <source>Give each value of the legend a colour, and ranges to all or to none.</source>
        <translation>Donnez une couleur à chaque valeur de la légende, et des intervalles à toutes ou à aucune.</translation>
    </message>
    <message>
        <source>A legend needs two values or more, from the lowest to the highest.</source>
        <translation>Une légende demande au moins deux valeurs, de la plus petite à la plus grande.</translation>
    </message>
    <message>
        <source>The values of the legend must rise: give them from the lowest to the highest.</source>
        <translation>Les valeurs de la légende doivent croître : donnez-les de la plus petite à la plus grande.</translation>
    </message>
    <message>
        <source>The legend has {count} classes, so it takes {more} bounds, or {count} upper bounds.</source>
        <translation>La légende a {count} classes : elle prend {more} bornes, ou {count} bornes supérieures.</translation>
    </message>
    <message>
        <source>A ramp without steps takes two values: those of its ends.</source>
        <translation>Un dégradé continu prend deux valeurs : celles de ses extrémités.</translation>
    </message>
    <message>
        <source>Most of the map has the colours of the legend's highest values, which no heat map of single points has. Check LEGEND: it goes from the lowest values to the highest.</source>
        <translation>La plus grande partie de la carte a les couleurs des valeurs les plus hautes de la légende, ce qu’aucune carte de chaleur de points isolés ne montre. Vérifiez LEGEND : elle va des valeurs les plus basses aux plus hautes.</translation>
    </message>
    <message>
        <source>No legend was found in the picture. Write its colours and values in LEGEND, such as “0 #ffffff; 12 #ff0000”.</source>
        <translation>Aucune légende n’a été trouvée dans l’image. Écrivez ses couleurs et ses valeurs dans LEGEND, par exemple « 0 #ffffff; 12 #ff0000 ».</translation>
    </message>
    <message>
        <source>The picture shows {count} legends that its colours follow. Write the colours and values of the heat map's own in LEGEND, such as “0 #ffffff; 12 #ff0000”.</source>
        <translation>L’image montre {count} légendes que ses couleurs suivent. Écrivez dans LEGEND les couleurs et les valeurs de celle de la carte de chaleur, par exemple « 0 #ffffff; 12 #ff0000 ».</translation>
    </message>
    <message>
        <source>Hardly a pixel of the picture has a colour of its legend. Check LEGEND.</source>
        <translation>Presque aucun pixel de l’image n’a une couleur de sa légende. Vérifiez LEGEND.</translation>
    </message>
    <message>
        <source>square roots</source>
        <translation>racines carrées</translation>
    </message>
    <message>
        <source>fourth roots</source>
        <translation>racines quatrièmes</translation>
    </message>
    <message>
        <source>logarithms over one decade</source>
        <translation>logarithmes sur une décade</translation>
    </message>
    <message>
        <source>logarithms over two decades</source>
        <translation>logarithmes sur deux décades</translation>
    </message>
    <message>
        <source>logarithms over three decades</source>
        <translation>logarithmes sur trois décades</translation>
    </message>
    <message>
        <source>No point stands alone in the heat map, so its bandwidth was not found. Give it.</source>
        <translation>Aucun point n’est isolé dans la carte de chaleur : sa largeur de bande n’a pas été trouvée. Donnez-la.</translation>
    </message>
    <message>
        <source>The bandwidth of the heat map was not found. Give it.</source>
        <translation>La largeur de bande de la carte de chaleur n’a pas été trouvée. Donnez-la.</translation>
    </message>
    <message>
        <source>{which}. Filter both layers to the same records, or choose another link field.</source>
        <translation>{which}. Filtrez les deux couches aux mêmes enregistrements ou choisissez un autre champ de couplage.</translation>
    </message>
    <message>
        <source>{count} {what} records have no link value (rows {rows}).</source>
        <translation>Côté {what}, {count} enregistrements n’ont pas de valeur de couplage (lignes {rows}).</translation>
    </message>
    <message>
        <source>Link value {values} appears on more than one {what} record. Choose a field with one value per record.</source>
        <translation>Côté {what}, la valeur de couplage {values} figure sur plus d’un enregistrement. Choisissez un champ avec une valeur par enregistrement.</translation>
    </message>
    <message>
        <source>{count} {what} records have no partner ({keys})</source>
        <translation>Côté {what}, {count} enregistrements n’ont pas de partenaire ({keys})</translation>
    </message>
    <message>
        <source>{one} and {other}</source>
        <translation>{one} ; {other}</translation>
    </message>
    <message>
        <source>Matching records</source>
        <translation>Appariement des enregistrements</translation>
    </message>
    <message>
        <source>True and masked positions differ in number.</source>
        <translation>Les positions réelles et masquées diffèrent en nombre.</translation>
    </message>
    <message>
        <source>There are no records to measure.</source>
        <translation>Il n’y a aucun enregistrement à mesurer.</translation>
    </message>
    <message>
        <source>Records {records} lack a true or a masked position.</source>
        <translation>Aux enregistrements {records} manque une position réelle ou masquée.</translation>
    </message>
    <message>
        <source>original</source>
        <translation>original</translation>
    </message>
    <message>
        <source>masked</source>
        <translation>masqué</translation>
    </message>
    <message>
        <source>the patients' own homes, each used once</source>
        <translation>les domiciles des patients eux-mêmes, chacun utilisé une fois</translation>
    </message>
    <message>
        <source>all addresses</source>
        <translation>toutes les adresses</translation>
    </message>
    <message>
        <source>Which addresses are urban and which rural is not known.</source>
        <translation>On ne sait pas quelles adresses sont urbaines et lesquelles rurales.</translation>
    </message>
    <message>
        <source>Some records lie outside every polygon that is said to have held them.</source>
        <translation>Certains enregistrements sont hors de tout polygone censé les avoir retenus.</translation>
    </message>
    <message>
        <source>The polygons that held the records were not given.</source>
        <translation>Les polygones qui retenaient les enregistrements n’ont pas été donnés.</translation>
    </message>
    <message>
        <source>{count} of {records} records lie where the stated mask could not have put them (rows {rows}). Correct the stated mask or its distances.</source>
        <translation>{count} enregistrements sur {records} sont là où le masque indiqué n’aurait pu les mettre (lignes {rows}). Corrigez le masque indiqué ou ses distances.</translation>
    </message>
    <message>
        <source>More than {most} pairs of a dot and a home are possible: too many to match. Attack a part of the records.</source>
        <translation>Plus de {most} paires d’un point et d’un domicile sont possibles : trop pour les apparier. Attaquez une partie des enregistrements.</translation>
    </message>
    <message>
        <source>The population donut needs the addresses or people that it counted.</source>
        <translation>L’anneau de population demande les adresses ou les personnes qu’il a comptées.</translation>
    </message>
    <message>
        <source>Swapping needs the addresses that it chose from.</source>
        <translation>L’échange demande les adresses parmi lesquelles il a choisi.</translation>
    </message>
    <message>
        <source>Remapping needs the addresses or the people of areas by which it was done.</source>
        <translation>Le report demande les adresses ou les personnes des zones selon lesquelles il a été fait.</translation>
    </message>
    <message>
        <source>Geo-indistinguishability with remapping goes with no polygons.</source>
        <translation>La géo-indiscernabilité avec report ne va pas avec des polygones.</translation>
    </message>
    <message>
        <source>Areal elimination needs the areas with the people by whom they were merged.</source>
        <translation>L’élimination de zones demande les zones avec les personnes selon lesquelles elles ont été fusionnées.</translation>
    </message>
    <message>
        <source>Regions are the polygons that hold records after areal elimination: no others do.</source>
        <translation>Après l’élimination de zones, ce sont les régions qui contiennent les enregistrements : aucun autre polygone ne le fait.</translation>
    </message>
    <message>
        <source>Adaptive Voronoi masking needs the streets to whose junctions it moved.</source>
        <translation>Le masquage de Voronoï adaptatif demande les rues vers les carrefours desquelles il a déplacé.</translation>
    </message>
    <message>
        <source>Where adaptive Voronoi masking puts a record depends on the other homes of the list. From all addresses it could not be judged.</source>
        <translation>L’endroit où le masquage de Voronoï adaptatif place un enregistrement dépend des autres domiciles de la liste. À partir de toutes les adresses, il n’a pas pu être jugé.</translation>
    </message>
    <message>
        <source>A table of probabilities needs the areas of homes and dots.</source>
        <translation>Une table de probabilités demande les zones des domiciles et des points.</translation>
    </message>
    <message>
        <source>Some dots lie in no area of the table. Give the areas that the mask moved to.</source>
        <translation>Certains points ne sont dans aucune zone de la table. Donnez les zones vers lesquelles le masque a déplacé.</translation>
    </message>
    <message>
        <source>The mask kept records inside polygons, or out of some: give the same layer.</source>
        <translation>Le masque a gardé les enregistrements dans des polygones, ou hors de certains : donnez la même couche.</translation>
    </message>
    <message>
        <source>The survey rule needs to know which homes are urban and which rural.</source>
        <translation>La règle d’enquête doit savoir quels domiciles sont urbains et lesquels ruraux.</translation>
    </message>
    <message>
        <source>Matching dots and homes</source>
        <translation>Appariement des points et des domiciles</translation>
    </message>
    <message>
        <source>A mask of GeoDeID 0.2 kept these dots out of polygons, which can be judged no more. Mask again, WITHIN polygons from which the water is cut.</source>
        <translation>Un masque de GeoDeID 0.2 a tenu ces points hors de polygones, ce qui ne peut plus être jugé. Masquez de nouveau, avec pour WITHIN des polygones dont l’eau est retirée.</translation>
    </message>
    <message>
        <source>“{law}” describes no mask: its numbers must lie above 0 and within {most:.0f} m, the smaller of two distances first.</source>
        <translation>« {law} » ne décrit aucun masque : ses nombres doivent être supérieurs à 0 et d’au plus {most:.0f} m, la plus petite de deux distances en premier.</translation>
    </message>
    <message>
        <source>A street mask needs the streets that it moved along.</source>
        <translation>Un masque par les rues demande les rues le long desquelles il a déplacé.</translation>
    </message>
    <message>
        <source>A street mask that counted people needs the addresses or people that it counted.</source>
        <translation>Un masque par les rues qui a compté des personnes demande les adresses ou les personnes qu’il a comptées.</translation>
    </message>
    <message>
        <source>The kind of mask {kind} is not known. Choose one of {known}.</source>
        <translation>Le type de masque {kind} n’est pas connu. Choisissez parmi {known}.</translation>
    </message>
    <message>
        <source>The mask {kind} lacks {missing}. State all of its numbers.</source>
        <translation>Il manque {missing} au masque {kind}. Indiquez tous ses nombres.</translation>
    </message>
    <message>
        <source>How the mask moves points cannot be read. Use the METRICS or the links of “Mask points: random moves”, or write its kind and numbers, as in “donut 50 500”.</source>
        <translation>La loi des déplacements du masque ne peut être lue. Utilisez les METRICS ou les liens de « Masquer des points : déplacements aléatoires », ou écrivez son type et ses nombres, comme « donut 50 500 ».</translation>
    </message>
    <message>
        <source>An optimal table needs the areas with the people by whom it was solved.</source>
        <translation>Une table optimale demande les zones avec les personnes selon lesquelles elle a été résolue.</translation>
    </message>
    <message>
        <source>Geo-indistinguishability goes with no polygons.</source>
        <translation>La géo-indiscernabilité ne va pas avec des polygones.</translation>
    </message>
    <message>
        <source>Verified neighbours need the addresses that the mask chose from.</source>
        <translation>Les voisins vérifiés demandent les adresses parmi lesquelles le masque a choisi.</translation>
    </message>
    <message>
        <source>{exposed} of {records} records lie near a dot; {share:.0f} % of repeated runs of the mask put as many there.</source>
        <translation>{exposed} cas sur {records} se trouvent près d’un point ; {share:.0f} % des répétitions du masque en donnent autant.</translation>
    </message>
    <message>
        <source>The dots lie nearer to the patients' homes than this mask puts them: at most one of {count} repeated runs came as near. They do not look drawn from the table that was audited, so its bound is not claimed for them.</source>
        <translation>Les points sont plus proches des domiciles des patients que ce masque ne les place : une au plus de {count} répétitions en était aussi proche. Ils ne semblent pas tirés de la table vérifiée : sa borne n’est pas affirmée pour eux.</translation>
    </message>
    <message>
        <source>Look whether the layer that was drawn is the masked one, whole and unchanged. Mask again only from the patients themselves.</source>
        <translation>Vérifiez que la couche dessinée est bien la couche masquée, complète et inchangée. Ne masquez de nouveau qu’à partir des patients eux-mêmes.</translation>
    </message>
    <message>
        <source>The dots lie as near to the patients' homes as in {p:.2g} % of repeated runs of the mask.</source>
        <translation>Les points sont aussi proches des domiciles des patients que dans {p:.2g} % des répétitions du masque.</translation>
    </message>
    <message>
        <source>Look whether the layer that was drawn is the masked one, whole and unchanged.</source>
        <translation>Vérifiez que la couche dessinée est bien la couche masquée, complète et inchangée.</translation>
    </message>
    <message>
        <source>Repeating the mask</source>
        <translation>Répétition du masque</translation>
    </message>
    <message>
        <source>No place is left for some records.</source>
        <translation>Il ne reste pas de lieu pour certains enregistrements.</translation>
    </message>
    <message>
        <source>Two models are called {names}. Name each: “name: field+field”.</source>
        <translation>Deux modèles s’appellent {names}. Nommez chacun : « nom: champ+champ ».</translation>
    </message>
    <message>
        <source>K must be 1 or more: 1 counts unique records, 5 those in classes of up to 5.</source>
        <translation>K doit être de 1 ou plus : 1 compte les enregistrements uniques, 5 ceux des classes d’au plus 5.</translation>
    </message>
    <message>
        <source>A cohort holds at least 1 record; remove smaller sizes.</source>
        <translation>Une cohorte contient au moins 1 enregistrement ; retirez les tailles plus petites.</translation>
    </message>
    <message>
        <source>The threshold is a share between 0 and 1, for example 0.05.</source>
        <translation>Le seuil est une part entre 0 et 1, par exemple 0,05.</translation>
    </message>
    <message>
        <source>An interval needs at least 2 simulated cohorts; 0 leaves the simulation out.</source>
        <translation>Un intervalle exige au moins 2 cohortes simulées ; 0 omet la simulation.</translation>
    </message>
    <message>
        <source>The model “{model}” has no record with a value in every field.</source>
        <translation>Le modèle « {model} » n’a aucun enregistrement avec une valeur dans chaque champ.</translation>
    </message>
    <message>
        <source>Under the model “{model}” the file</source>
        <translation>Sous le modèle « {model} », le fichier</translation>
    </message>
    <message>
        <source>A quasi-identifier model needs at least one field.</source>
        <translation>Un modèle de quasi-identifiants exige au moins un champ.</translation>
    </message>
    <message>
        <source>No set of fields is to be tried. Choose the fields that somebody may know, or write a model.</source>
        <translation>Aucun ensemble de champs n’est à essayer. Choisissez les champs que quelqu’un peut connaître, ou écrivez un modèle.</translation>
    </message>
    <message>
        <source>No record has a value in every field of the model, so there is nothing to measure.</source>
        <translation>Aucun enregistrement n’a de valeur dans tous les champs du modèle : il n’y a rien à mesurer.</translation>
    </message>
    <message>
        <source>The group edges of “{name}” must be rising numbers, for example 0 18 65.</source>
        <translation>Les limites de groupes de « {name} » doivent être des nombres croissants, par exemple 0 18 65.</translation>
    </message>
    <message>
        <source>“{name}” cannot keep {length} characters.</source>
        <translation>« {name} » ne peut garder {length} caractères.</translation>
    </message>
    <message>
        <source>“{name}” crops a code, but the field holds numbers ({numbers}), which have lost their leading zeros. Store the code as text.</source>
        <translation>« {name} » tronque un code, mais le champ contient des nombres ({numbers}), qui ont perdu leurs zéros initiaux. Stockez le code en texte.</translation>
    </message>
    <message>
        <source>The model “{model}” has no field.</source>
        <translation>Le modèle « {model} » n’a aucun champ.</translation>
    </message>
    <message>
        <source>The model “{model}” names {names}, which is neither a field nor a derived value. Known are {known}.</source>
        <translation>Le modèle « {model} » nomme {names}, qui n’est ni un champ ni une valeur dérivée. Sont connus : {known}.</translation>
    </message>
    <message>
        <source>The model “{model}” names {fields} twice.</source>
        <translation>Le modèle « {model} » nomme {fields} deux fois.</translation>
    </message>
    <message>
        <source>The population table holds counts that are negative or missing; each must be 0 or more.</source>
        <translation>La table de population contient des effectifs négatifs ou absents ; chacun doit être de 0 ou plus.</translation>
    </message>
    <message>
        <source>{fields} fields have {subsets} subsets of up to {up_to}; at most {most} are measured. Choose fewer fields or smaller subsets.</source>
        <translation>{fields} champs ont {subsets} sous-ensembles d’au plus {up_to} ; au plus {most} sont mesurés. Choisissez moins de champs ou des sous-ensembles plus petits.</translation>
    </message>
    <message>
        <source>The population has {people} people, fewer than the {records} records. It must hold them all.</source>
        <translation>La population compte {people} personnes, moins que les {records} enregistrements. Elle doit les contenir tous.</translation>
    </message>
    <message>
        <source>{records} records in {classes} classes say nothing about a population: give more records, or models of fewer or coarser fields.</source>
        <translation>{records} enregistrements en {classes} classes ne disent rien d’une population : donnez plus d’enregistrements, ou des modèles de champs moins nombreux ou plus grossiers.</translation>
    </message>
    <message>
        <source>The file</source>
        <translation>Le fichier</translation>
    </message>
    <message>
        <source>A cohort of {size} records cannot be drawn; sizes start at 1.</source>
        <translation>Une cohorte de {size} enregistrements ne peut être tirée ; les tailles commencent à 1.</translation>
    </message>
    <message>
        <source>{where} holds {total} usable records, so no cohort of {size} can be drawn without replacement. Remove that size or add records.</source>
        <translation>{where} contient {total} enregistrements utilisables : aucune cohorte de {size} ne peut être tirée sans remise. Retirez cette taille ou ajoutez des enregistrements.</translation>
    </message>
    <message>
        <source>An interval needs at least 2 simulated cohorts; 1000 are usual.</source>
        <translation>Un intervalle exige au moins 2 cohortes simulées ; 1000 est courant.</translation>
    </message>
    <message>
        <source>Cohorts of {size}</source>
        <translation>Cohortes de {size}</translation>
    </message>
    <message>
        <source>{classes} classes of {sizes} sizes are too few to tell a power law from another law.</source>
        <translation>{classes} classes de {sizes} tailles sont trop peu pour distinguer une loi de puissance d’une autre loi.</translation>
    </message>
    <message>
        <source>The strategy's measured risk is {measured:.9g}, above the bound of {risk:.9g}: it must not be used.</source>
        <translation>Le risque mesuré de la stratégie est {measured:.9g}, au-dessus de la borne {risk:.9g} : elle ne doit pas être utilisée.</translation>
    </message>
    <message>
        <source>The strategy is empty. Solve it again.</source>
        <translation>La stratégie est vide. Résolvez-la de nouveau.</translation>
    </message>
    <message>
        <source>{count} values of the strategy are not probabilities between 0 and 1.</source>
        <translation>{count} valeurs de la stratégie ne sont pas des probabilités entre 0 et 1.</translation>
    </message>
    <message>
        <source>The strategy moves people out of areas without people (rows {rows}).</source>
        <translation>La stratégie déplace des personnes hors de zones sans habitants (lignes {rows}).</translation>
    </message>
    <message>
        <source>{count} populated areas have no row in the strategy (rows {rows}). Use the areas and populations that it was solved for.</source>
        <translation>{count} zones habitées n’ont pas de ligne dans la stratégie (lignes {rows}). Utilisez les zones et les populations pour lesquelles elle a été résolue.</translation>
    </message>
    <message>
        <source>A row of the strategy sums to {total:.12g} and not to 1. The table is incomplete or was rounded: store probabilities with all their digits.</source>
        <translation>La somme d’une ligne de la stratégie est {total:.12g} et non 1. La table est incomplète ou arrondie : stockez les probabilités avec tous leurs chiffres.</translation>
    </message>
    <message>
        <source>The ratio of rates must be 1 or more, and the error of populations 0 or more.</source>
        <translation>Le rapport des taux doit être de 1 ou plus, et l’erreur des populations de 0 ou plus.</translation>
    </message>
    <message>
        <source>Margins of error must be 0 or more.</source>
        <translation>Les marges d’erreur doivent être supérieures ou égales à 0.</translation>
    </message>
    <message>
        <source>The strategy gives a pair of origin and destination more than once.</source>
        <translation>La stratégie donne plus d’une fois une paire d’origine et de destination.</translation>
    </message>
    <message>
        <source>The merged region of record {records} has no junction of streets that may be taken. Give all streets, choose a larger k, or leave the record out.</source>
        <translation>La région fusionnée de l’enregistrement {records} n’a aucun carrefour utilisable. Donnez toutes les rues, choisissez un k plus grand ou écartez l’enregistrement.</translation>
    </message>
    <message>
        <source>No address of its ring hides it among k others. Raise K or add addresses.</source>
        <translation>Aucune adresse de son anneau ne le cache parmi k autres. Augmentez K ou ajoutez des adresses.</translation>
    </message>
    <message>
        <source>No place {reason} was found for record {records}. {what}</source>
        <translation>Aucun lieu {reason} n’a été trouvé pour l’enregistrement {records}. {what}</translation>
    </message>
    <message>
        <source>k must be above 1 and below the most addresses about a home.</source>
        <translation>k doit être supérieur à 1 et inférieur au plus grand nombre d’adresses autour d’un domicile.</translation>
    </message>
    <message>
        <source>More than {most} pairs of a home and an address are possible.</source>
        <translation>Plus de {most} paires d’un domicile et d’une adresse sont possibles.</translation>
    </message>
    <message>
        <source>A polygon is too thin to draw places inside it.</source>
        <translation>Un polygone est trop étroit pour y tirer des emplacements.</translation>
    </message>
    <message>
        <source>In {tries} attempts each, no place {reason} was found for record {records}.</source>
        <translation>En {tries} tirages chacun, aucun lieu {reason} n’a été trouvé pour l’enregistrement {records}.</translation>
    </message>
    <message>
        <source>k must be above 1.</source>
        <translation>k doit être supérieur à 1.</translation>
    </message>
    <message>
        <source>Record {records} lies in no area, or in a region that has no neighbour to be merged with and fewer than {k:g} people. Leave it out, or choose a smaller k.</source>
        <translation>L’enregistrement {records} n’est dans aucune zone, ou dans une région qui n’a pas de voisine avec laquelle fusionner et compte moins de {k:g} personnes. Laissez-le de côté, ou choisissez un k plus petit.</translation>
    </message>
    <message>
        <source>{share:.0f} % of the dots would lie at the home of a patient; at most {limit:.0f} % may. Too many of {places} are patients' own homes. Give places of the whole region, from a source that knows nothing of the patients.</source>
        <translation>{share:.0f} % des points tomberaient au domicile d’un patient ; {limit:.0f} % au plus sont admis. Trop de {places} sont des domiciles de patients. Donnez des lieux de toute la région, d’une source qui ne sait rien des patients.</translation>
    </message>
    <message>
        <source>{share:.0f} % of the dots would lie at the home of a patient of an earlier release; at most {limit:.0f} % may. Too many of {places} are homes that the ledger knows. Give places of the whole region, from a source that knows nothing of the patients.</source>
        <translation>{share:.0f} % des points tomberaient au domicile d’un patient d’une diffusion antérieure ; {limit:.0f} % au plus sont admis. Trop de {places} sont des domiciles que le registre connaît. Donnez des lieux de toute la région, d’une source qui ne sait rien des patients.</translation>
    </message>
    <message>
        <source>No junction that may be drawn hides it among enough people. Raise K.</source>
        <translation>Aucun carrefour qui peut être tiré ne le cache parmi assez de personnes. Augmentez K.</translation>
    </message>
    <message>
        <source>k must be above 1 and below the most junctions to count.</source>
        <translation>k doit être supérieur à 1 et inférieur au plus grand nombre de carrefours à compter.</translation>
    </message>
    <message>
        <source>No connected part of the streets has {count} junctions. Take a larger part of the network, or a smaller K.</source>
        <translation>Aucune partie connexe des rues n’a {count} carrefours. Prenez une plus grande partie du réseau, ou un K plus petit.</translation>
    </message>
    <message>
        <source>The streets join no two places. Choose a layer of lines that meet.</source>
        <translation>Les rues ne joignent pas deux lieux. Choisissez une couche de lignes qui se rencontrent.</translation>
    </message>
    <message>
        <source>The solver's table breaks the promise of ε. Take fewer places or a larger ε.</source>
        <translation>La table du solveur rompt la promesse de ε. Prenez moins de lieux ou un ε plus grand.</translation>
    </message>
    <message>
        <source>An optimal table is solved for 2 to {most} places.</source>
        <translation>Une table optimale se résout pour 2 à {most} lieux.</translation>
    </message>
    <message>
        <source>ε must be above 0, the dilation 1 or more, and people must live somewhere.</source>
        <translation>ε doit être supérieur à 0, la dilatation 1 ou plus, et des personnes doivent habiter quelque part.</translation>
    </message>
    <message>
        <source>Two places lie at one spot. Take each once.</source>
        <translation>Deux lieux sont au même endroit. Prenez chacun une fois.</translation>
    </message>
    <message>
        <source>The solver found no table. Take fewer places or a larger ε.</source>
        <translation>Le solveur n’a trouvé aucune table. Prenez moins de lieux ou un ε plus grand.</translation>
    </message>
    <message>
        <source>No centre of a cell near record {records} is {reason}. Use smaller cells.</source>
        <translation>Aucun centre de maille près de l’enregistrement {records} ne convient ({reason}). Utilisez des mailles plus petites.</translation>
    </message>
    <message>
        <source>The outer distance must be larger than the inner one, and that 0 or more.</source>
        <translation>La distance extérieure doit dépasser la distance intérieure, et celle-ci être de 0 ou plus.</translation>
    </message>
    <message>
        <source>No address lies between {low_m:g} and {high_m:g} m, {reason}, for record {records}. Widen the distances or add addresses.</source>
        <translation>Aucune adresse ne se trouve entre {low_m:g} et {high_m:g} m, {reason}, pour l’enregistrement {records}. Élargissez les distances ou ajoutez des adresses.</translation>
    </message>
    <message>
        <source>Voronoi polygons need points at two places at least.</source>
        <translation>Les polygones de Voronoï exigent des points en deux lieux au moins.</translation>
    </message>
    <message>
        <source>The place of record {records} is not {reason}. Leave the boundary out or choose another mask.</source>
        <translation>Le lieu de l’enregistrement {records} ne convient pas ({reason}). Omettez la limite ou choisissez un autre masque.</translation>
    </message>
    <message>
        <source>The cell size must lie between 1 m and 1000 km.</source>
        <translation>La taille des mailles doit être entre 1 m et 1000 km.</translation>
    </message>
    <message>
        <source>inside the boundary</source>
        <translation>à l’intérieur de la limite</translation>
    </message>
    <message>
        <source>In {tries} attempts each, no masked position {reason} was found for record {records}. Shorten the distances, or choose a larger boundary.</source>
        <translation>En {tries} tirages chacun, aucune position masquée {reason} n’a été trouvée pour l’enregistrement {records}. Réduisez les distances ou choisissez une limite plus large.</translation>
    </message>
    <message>
        <source>with {k:g} people as near to it, {reason},</source>
        <translation>avec {k:g} personnes aussi proches, {reason},</translation>
    </message>
    <message>
        <source>This mask would leave record {records} at its true place. Change the distances or choose another mask.</source>
        <translation>Ce masque laisserait l’enregistrement {records} à son vrai lieu. Changez les distances ou choisissez un autre masque.</translation>
    </message>
    <message>
        <source>Longitudes and latitudes differ in number.</source>
        <translation>Les longitudes et les latitudes diffèrent en nombre.</translation>
    </message>
    <message>
        <source>Records {records} have no position on the globe. Repair their geometry.</source>
        <translation>Les enregistrements {records} n’ont pas de position sur le globe. Réparez leur géométrie.</translation>
    </message>
    <message>
        <source>The {what} must be at least {least_m} m.</source>
        <translation>Valeur trop petite ({what}) : elle doit être d’au moins {least_m} m.</translation>
    </message>
    <message>
        <source>The {what} is above {most_km:.0f} km. Distances are in metres.</source>
        <translation>Valeur trop grande ({what}) : elle dépasse {most_km:.0f} km. Les distances sont en mètres.</translation>
    </message>
    <message>
        <source>k must be above 1 and the larger number of people above k.</source>
        <translation>k doit être supérieur à 1, et le plus grand nombre de personnes supérieur à k.</translation>
    </message>
    <message>
        <source>outer distance</source>
        <translation>distance extérieure</translation>
    </message>
    <message>
        <source>standard deviation</source>
        <translation>écart-type</translation>
    </message>
    <message>
        <source>mean distance</source>
        <translation>distance moyenne</translation>
    </message>
    <message>
        <source>ε must be above 0.</source>
        <translation>ε doit être supérieur à 0.</translation>
    </message>
    <message>
        <source>mean distance 2/ε</source>
        <translation>distance moyenne 2/ε</translation>
    </message>
    <message>
        <source>Remapping needs places where people live.</source>
        <translation>Le report demande des lieux où des personnes habitent.</translation>
    </message>
    <message>
        <source>More than {most} cells are in reach of the homes.</source>
        <translation>Plus de {most} mailles sont à portée des domiciles.</translation>
    </message>
    <message>
        <source>Area {areas} has no destination within {longest:.0f} m. A longest move of {enough:.0f} m reaches one from each.</source>
        <translation>La zone {areas} n’a aucune destination à moins de {longest:.0f} m. Un déplacement le plus long de {enough:.0f} m en atteint une depuis chacune.</translation>
    </message>
    <message>
        <source>Area {areas} has people, and the costs name no destination for it in its boundary unit. Add rows for it.</source>
        <translation>La zone {areas} est habitée, et les coûts ne nomment aucune destination pour elle dans son unité. Ajoutez-lui des lignes.</translation>
    </message>
    <message>
        <source>A longest move of {longest:.0f} m allows {count:.0f} million moves, more than can be listed. Choose a shorter one, or fewer nearest destinations.</source>
        <translation>Un déplacement le plus long de {longest:.0f} m permet {count:.0f} millions de déplacements, plus qu’on n’en peut énumérer. Choisissez-en un plus court, ou moins de destinations les plus proches.</translation>
    </message>
    <message>
        <source>The grid of destinations would have over {most} points. Choose a larger spacing.</source>
        <translation>La grille des destinations aurait plus de {most} points. Choisissez un espacement plus grand.</translation>
    </message>
    <message>
        <source>Rows {rows} of the costs have no cost of 0 or more.</source>
        <translation>Les lignes {rows} des coûts n’ont pas de coût de 0 ou plus.</translation>
    </message>
    <message>
        <source>{count} pairs stand more than once in the costs. Keep one row for each.</source>
        <translation>{count} paires figurent plus d’une fois dans les coûts. Gardez une ligne pour chacune.</translation>
    </message>
    <message>
        <source>Area {areas} has no destination inside its boundary unit. Add destinations there, or choose another boundary.</source>
        <translation>La zone {areas} n’a aucune destination dans son unité. Ajoutez-y des destinations ou choisissez une autre limite.</translation>
    </message>
    <message>
        <source>The model is {model!r}. Choose one of {known}.</source>
        <translation>Le modèle est {model!r}. Choisissez parmi {known}.</translation>
    </message>
    <message>
        <source>The risk is {risk:g}. It must lie above 0 and below 1, for example 0.2.</source>
        <translation>Le risque est {risk:g}. Il doit être supérieur à 0 et inférieur à 1, par exemple 0,2.</translation>
    </message>
    <message>
        <source>The areas hold no people. Choose the field with their populations.</source>
        <translation>Les zones n’ont pas d’habitants. Choisissez le champ avec leurs populations.</translation>
    </message>
    <message>
        <source>There are no records to protect. The number of records must be 1 or more.</source>
        <translation>Il n’y a aucun enregistrement à protéger. Le nombre d’enregistrements doit être de 1 ou plus.</translation>
    </message>
    <message>
        <source>There are {records} records, earlier ones included, but only {people:.0f} people in the areas. Choose the population that the records come from.</source>
        <translation>Il y a {records} enregistrements, les antérieurs compris, mais seulement {people:.0f} personnes dans les zones. Choisissez la population dont viennent les enregistrements.</translation>
    </message>
    <message>
        <source>The ratio of rates is {ratio:g}. It must be 1 (everybody alike) or more, for example 2.</source>
        <translation>Le rapport des taux est {ratio:g}. Il doit être de 1 (tous pareils) ou plus, par exemple 2.</translation>
    </message>
    <message>
        <source>The error of populations is {error:g}. It is a share, 0 or more, for example 0.2.</source>
        <translation>L’erreur des populations est {error:g}. C’est une part, de 0 ou plus, par exemple 0.2.</translation>
    </message>
    <message>
        <source>Give either margins of error or a share by which populations may be wrong, not both.</source>
        <translation>Donnez soit des marges d’erreur, soit la part dont les populations peuvent s’écarter de la réalité, mais pas les deux.</translation>
    </message>
    <message>
        <source>A margin of error is missing or negative. It is a number of people, 0 or more.</source>
        <translation>Une marge d’erreur est absente ou négative. C’est un nombre de personnes, 0 ou plus.</translation>
    </message>
    <message>
        <source>There is no strategy to audit.</source>
        <translation>Il n’y a aucune stratégie à auditer.</translation>
    </message>
    <message>
        <source>Earlier releases have used up the risk bound for the people of {areas} areas, so no new record can be released at this bound. Records already released can be repeated. A larger bound, or a larger population, leaves room again.</source>
        <translation>Les diffusions antérieures ont épuisé la borne du risque pour les habitants de {areas} zones : aucun nouvel enregistrement ne peut être diffusé à cette borne. Ceux qui sont déjà diffusés peuvent l’être de nouveau. Une borne plus grande, ou une population plus grande, redonne de la place.</translation>
    </message>
    <message>
        <source>This is neither the key of a ledger nor its recovery code. Compare it with the recovery sheet, letter by letter.</source>
        <translation>Ce n’est ni la clé d’un registre ni son code de secours. Comparez-le, lettre par lettre, avec la feuille de secours.</translation>
    </message>
    <message>
        <source>An entry of the ledger was altered, or stands in another's place.</source>
        <translation>Une entrée du registre a été modifiée, ou occupe la place d’une autre.</translation>
    </message>
    <message>
        <source>Either {ways}.</source>
        <translation>Au choix, {ways}.</translation>
    </message>
    <message>
        <source>No strategy {moves} keeps the risk at {risk:g}: the smallest risk they allow is {smallest:.4g}. {then}</source>
        <translation>Aucune stratégie {moves} ne garde le risque à {risk:g} : le plus petit risque qu’elles permettent est {smallest:.4g}. {then}</translation>
    </message>
    <message>
        <source>The strategy moves people of area {areas} across the boundary. Solve it again with this boundary.</source>
        <translation>La stratégie fait franchir la limite aux personnes de la zone {areas}. Résolvez-la de nouveau avec cette limite.</translation>
    </message>
    <message>
        <source>No strategy keeps the risk at {risk:g}, nor at any other: there are too few people for {records} records. Release fewer records, or join areas or boundary units that hold few people.</source>
        <translation>Aucune stratégie ne maintient le risque à {risk:g}, ni à aucun autre : il y a trop peu de personnes pour {records} enregistrements. Diffusez moins d’enregistrements, ou réunissez des zones ou des unités de limite qui comptent peu de personnes.</translation>
    </message>
    <message>
        <source>No strategy keeps the risk at {risk:g}: with these populations and boundaries the smallest possible risk is {smallest:.4g}. Allow a larger risk, or join areas or boundary units that hold few people.</source>
        <translation>Aucune stratégie ne garde le risque à {risk:g} : avec ces populations et ces limites, le plus petit risque possible est {smallest:.4g}. Permettez un risque plus grand, ou réunissez les zones ou unités peu peuplées.</translation>
    </message>
    <message>
        <source>No strategy {moves}: looking for what is possible</source>
        <translation>Aucune stratégie {moves} : recherche de ce qui est possible</translation>
    </message>
    <message>
        <source>join small areas</source>
        <translation>réunir de petites zones</translation>
    </message>
    <message>
        <source>{way}, or {others}</source>
        <translation>{way}, ou {others}</translation>
    </message>
    <message>
        <source>Area {areas} finds too few people there. {then}</source>
        <translation>La zone {areas} y trouve trop peu de gens. {then}</translation>
    </message>
    <message>
        <source>No strategy {moves} keeps the risk at {risk:g}. {then}</source>
        <translation>Aucune stratégie {moves} ne tient le risque à {risk:g}. {then}</translation>
    </message>
    <message>
        <source>{one}, {other}</source>
        <translation>{one}, {other}</translation>
    </message>
    <message>
        <source>allow a risk of {smallest:.4g}</source>
        <translation>permettre un risque de {smallest:.4g}</translation>
    </message>
    <message>
        <source>allow the {enough} nearest destinations</source>
        <translation>permettre les {enough} destinations les plus proches</translation>
    </message>
    <message>
        <source>allow moves of up to {enough:.0f} m</source>
        <translation>permettez des déplacements jusqu’à {enough:.0f} m</translation>
    </message>
    <message>
        <source>name more moves in the costs</source>
        <translation>nommez plus de déplacements dans les coûts</translation>
    </message>
    <message>
        <source>over the {nearest} nearest destinations</source>
        <translation>sur les {nearest} destinations les plus proches</translation>
    </message>
    <message>
        <source>over moves of up to {longest:.0f} m</source>
        <translation>sur les déplacements jusqu’à {longest:.0f} m</translation>
    </message>
    <message>
        <source>over the moves that the costs name</source>
        <translation>sur les déplacements que nomment les coûts</translation>
    </message>
    <message>
        <source>No strategy keeps the risk at {risk:g} for area {area}, which by its margin of error may be empty: too few people can come where its records may go. Allow a larger risk or more destinations, or use larger areas, whose margins are smaller.</source>
        <translation>Aucune stratégie ne maintient le risque à {risk:g} pour la zone {area}, qui peut être vide d’après sa marge d’erreur : trop peu de personnes peuvent venir là où ses cas peuvent être déplacés. Acceptez un risque plus élevé ou davantage de destinations, ou utilisez des zones plus grandes, dont les marges sont plus faibles.</translation>
    </message>
    <message>
        <source>No strategy over the allowed destinations keeps the risk at {risk:g}. Allow more destinations, a larger risk, or join areas.</source>
        <translation>Aucune stratégie sur les destinations permises ne garde le risque à {risk:g}. Permettez plus de destinations ou un risque plus grand, ou réunissez des zones.</translation>
    </message>
    <message>
        <source>A strategy that keeps the bound is within {percent:.3g} % of the optimum</source>
        <translation>Une stratégie qui respecte la borne est à {percent:.3g} % de l’optimum</translation>
    </message>
    <message>
        <source>No strategy was found that keeps the bound to the last digit: nothing is released. Try a slightly larger risk, more destinations or more time.</source>
        <translation>Aucune stratégie confidentielle jusqu’au dernier chiffre n’a été trouvée : rien n’est diffusé. Essayez un risque un peu plus grand, plus de destinations ou plus de temps.</translation>
    </message>
    <message>
        <source>Searching over {count} destinations</source>
        <translation>Recherche sur {count} destinations</translation>
    </message>
    <message>
        <source>Tiles need all destinations. Leave the number of nearest destinations empty.</source>
        <translation>Les tuiles demandent toutes les destinations. Laissez vide le nombre de destinations les plus proches.</translation>
    </message>
    <message>
        <source>No strategy was found for some of the tiles: nothing is released. Try larger tiles, or a slightly larger risk.</source>
        <translation>Aucune stratégie n’a été trouvée pour certaines tuiles : rien n’est diffusé. Essayez de plus grandes tuiles, ou un risque un peu plus grand.</translation>
    </message>
    <message>
        <source>Joining the tiles</source>
        <translation>Réunion des tuiles</translation>
    </message>
    <message>
        <source>Certifying how far from the optimum it is</source>
        <translation>Certification de l’écart à l’optimum</translation>
    </message>
    <message>
        <source>Solving {count} tiles</source>
        <translation>Résolution de {count} tuiles</translation>
    </message>
    <message>
        <source>Improving the borders of {count} tiles</source>
        <translation>Amélioration des bords de {count} tuiles</translation>
    </message>
    <message>
        <source>What a worker returned is no answer to its tile: nothing is kept. See to it that all workers have this version of GeoDeID, then start again.</source>
        <translation>Ce qu’un processus de travail a renvoyé n’est pas une réponse à sa tuile : rien n’est gardé. Veillez à ce que tous aient cette version de GeoDeID, puis recommencez.</translation>
    </message>
    <message>
        <source>The solver's answer could not be made to keep the bound to the last digit: nothing is released. Try a slightly larger risk or more destinations.</source>
        <translation>La réponse du solveur n’a pu être rendue confidentielle jusqu’au dernier chiffre : rien n’est diffusé. Essayez un risque un peu plus grand ou plus de destinations.</translation>
    </message>
    <message>
        <source>area</source>
        <translation>la zone</translation>
    </message>
    <message>
        <source>destination</source>
        <translation>la destination</translation>
    </message>
    <message>
        <source>The strategy's row of area {area} does not sum to 1. The table is incomplete or was rounded: keep all digits of the probabilities.</source>
        <translation>La somme de la ligne de la zone {area} dans la stratégie n’est pas 1. La table est incomplète ou arrondie : gardez tous les chiffres des probabilités.</translation>
    </message>
    <message>
        <source>The strategy names {what} {names}, which is not in the layer. Use the layers that it was solved for.</source>
        <translation>La stratégie nomme {what} {names}, absente de la couche. Utilisez les couches pour lesquelles elle a été résolue.</translation>
    </message>
    <message>
        <source>Records lie in areas without people (rows {rows}), so no strategy can move them. Correct the populations or the records.</source>
        <translation>Des enregistrements se trouvent dans des zones sans habitants (lignes {rows}) : aucune stratégie ne peut les déplacer. Corrigez les populations ou les enregistrements.</translation>
    </message>
    <message>
        <source>The tolerance is {tolerance_m} m. It must be a number, 0 or more.</source>
        <translation>La tolérance est de {tolerance_m} m. Elle doit être un nombre, 0 ou plus.</translation>
    </message>
    <message>
        <source>Comparing sides</source>
        <translation>Comparaison des côtés</translation>
    </message>
    <message>
        <source>Comparing what is left of the borders</source>
        <translation>Comparaison de ce qui reste des frontières</translation>
    </message>
    <message>
        <source>{count} areas have no identifier (rows {rows}). Fill the identifier field or choose another one.</source>
        <translation>{count} zones n’ont pas d’identifiant (lignes {rows}). Remplissez le champ d’identifiant ou choisissez-en un autre.</translation>
    </message>
    <message>
        <source>The identifier is not unique: {values} stands on more than one area. Dissolve the parts of each area, or choose a field with one value per area.</source>
        <translation>L’identifiant n’est pas unique : {values} figure sur plus d’une zone. Fusionnez les parties de chaque zone ou choisissez un champ avec une valeur par zone.</translation>
    </message>
    <message>
        <source>The {name} of area {areas} is not a finite number. Repair the geometry.</source>
        <translation>La {name} de la zone {areas} n’est pas un nombre fini. Réparez la géométrie.</translation>
    </message>
    <message>
        <source>The {name} of area {areas} is negative or missing. It must be 0 or more.</source>
        <translation>La {name} de la zone {areas} est négative ou absente. Elle doit être de 0 ou plus.</translation>
    </message>
    <message>
        <source>longitude</source>
        <translation>longitude</translation>
    </message>
    <message>
        <source>latitude</source>
        <translation>latitude</translation>
    </message>
    <message>
        <source>size</source>
        <translation>superficie</translation>
    </message>
    <message>
        <source>The number of neighbours is {k}. It must be 1 or more.</source>
        <translation>Le nombre de voisins est {k}. Il doit être de 1 ou plus.</translation>
    </message>
    <message>
        <source>The metric {metric} is not known. Choose one of {known}.</source>
        <translation>La métrique {metric} est inconnue. Choisissez parmi {known}.</translation>
    </message>
    <message>
        <source>The size of area {areas} is more than the surface of the Earth. Check the unit of the area field: sizes are square metres.</source>
        <translation>La superficie de la zone {areas} dépasse celle de la Terre. Vérifiez l’unité du champ de superficie : les superficies sont en mètres carrés.</translation>
    </message>
    <message>
        <source>Searching neighbours</source>
        <translation>Recherche des voisins</translation>
    </message>
    <message>
        <source>There are no addresses.</source>
        <translation>Il n’y a pas d’adresses.</translation>
    </message>
    <message>
        <source>Addresses {addresses} have no position. Repair their geometry.</source>
        <translation>Les adresses {addresses} n’ont pas de position. Réparez leur géométrie.</translation>
    </message>
    <message>
        <source>There are only {addresses} addresses, fewer than {rank}.</source>
        <translation>Il n’y a que {addresses} adresses, moins que {rank}.</translation>
    </message>
    <message>
        <source>No census area has both people and a polygon.</source>
        <translation>Aucune zone de recensement n’a à la fois des habitants et un polygone.</translation>
    </message>
    <message>
        <source>There are only {total:.0f} people, fewer than {people:g}.</source>
        <translation>Il n’y a que {total:.0f} personnes, moins que {people:g}.</translation>
    </message>
    <message>
        <source>its binary is damaged</source>
        <translation>son binaire est endommagé</translation>
    </message>
    <message>
        <source>a circular string</source>
        <translation>une chaîne d’arcs</translation>
    </message>
    <message>
        <source>a compound curve</source>
        <translation>une courbe composée</translation>
    </message>
    <message>
        <source>a curve polygon</source>
        <translation>un polygone courbe</translation>
    </message>
    <message>
        <source>a multi-surface</source>
        <translation>une multisurface</translation>
    </message>
    <message>
        <source>a point</source>
        <translation>un point</translation>
    </message>
    <message>
        <source>a line</source>
        <translation>une ligne</translation>
    </message>
    <message>
        <source>a multi-point</source>
        <translation>un multipoint</translation>
    </message>
    <message>
        <source>a multi-line</source>
        <translation>une multiligne</translation>
    </message>
    <message>
        <source>a geometry collection</source>
        <translation>une collection de géométries</translation>
    </message>
    <message>
        <source>it is {kind}, not a polygon</source>
        <translation>c’est {kind}, non un polygone</translation>
    </message>
    <message>
        <source>it is {kind}; turn curves into straight segments first (Segmentize)</source>
        <translation>c’est {kind} ; convertissez d’abord les courbes en segments droits (Segmenter)</translation>
    </message>
    <message>
        <source>of an unknown kind</source>
        <translation>une géométrie de type inconnu</translation>
    </message>
    <message>
        <source>The geometry of area {area} cannot be used: {reason}.</source>
        <translation>La géométrie de la zone {area} ne peut être utilisée : {reason}.</translation>
    </message>
    <message>
        <source>commas</source>
        <translation>des virgules</translation>
    </message>
    <message>
        <source>semicolons</source>
        <translation>des points-virgules</translation>
    </message>
    <message>
        <source>tabs</source>
        <translation>des tabulations</translation>
    </message>
    <message>
        <source>bars</source>
        <translation>des barres verticales</translation>
    </message>
    <message>
        <source>“{file}” is empty. Choose another file.</source>
        <translation>« {file} » est vide. Choisissez un autre fichier.</translation>
    </message>
    <message>
        <source>“{file}” is of an old Excel, or has a password. Save it as XLSX or CSV.</source>
        <translation>« {file} » vient d’un ancien Excel ou porte un mot de passe. Enregistrez-le en XLSX ou en CSV.</translation>
    </message>
    <message>
        <source>“{file}” is no table. Save it as CSV, XLSX or ODS.</source>
        <translation>« {file} » n’est pas un tableau. Enregistrez-le en CSV, XLSX ou ODS.</translation>
    </message>
    <message>
        <source>The columns are separated by {mark}.</source>
        <translation>Les colonnes sont séparées par {mark}.</translation>
    </message>
    <message>
        <source>“{file}” cannot be read. {why}</source>
        <translation>« {file} » ne peut pas être lu. {why}</translation>
    </message>
    <message>
        <source>Sheet {number} of {count} was read, the fullest.</source>
        <translation>La feuille {number} sur {count} a été lue : c’est la plus remplie.</translation>
    </message>
    <message>
        <source>{count} rows are hidden in the sheet, by a filter or by hand, and were read like the others. Delete them if they should not count.</source>
        <translation>{count} lignes sont masquées dans la feuille, par un filtre ou à la main, et ont été lues comme les autres. Supprimez-les si elles ne doivent pas compter.</translation>
    </message>
    <message>
        <source>Letters such as in “{example}” were read in the encoding of Windows.</source>
        <translation>Des lettres comme dans « {example} » ont été lues selon l’encodage de Windows.</translation>
    </message>
    <message>
        <source>A line of the table cannot be read ({reason}).</source>
        <translation>Une ligne du tableau ne peut pas être lue ({reason}).</translation>
    </message>
    <message>
        <source>It holds no sheet with cells.</source>
        <translation>Il ne contient aucune feuille remplie.</translation>
    </message>
    <message>
        <source>{count} codes of “{table}” have no area: {codes}. {people} residents are not counted.</source>
        <translation>{count} codes de « {table} » n’ont pas de zone : {codes}. {people} habitants ne sont pas comptés.</translation>
    </message>
    <message>
        <source>{count} areas have no number of people in the table: {areas}.</source>
        <translation>{count} zones n’ont pas de population dans le tableau : {areas}.</translation>
    </message>
    <message>
        <source>“{column}” of “{table}” holds words, such as {example}. Choose a column of numbers.</source>
        <translation>« {column} » de « {table} » contient des mots, par exemple {example}. Choisissez une colonne de nombres.</translation>
    </message>
    <message>
        <source>No code in “{column}” of “{table}” ({example}) is one of the areas ({area}). Choose the column with the codes of the areas, or add a crosswalk with the columns from, to and weight.</source>
        <translation>Aucun code de « {column} » dans « {table} » ({example}) n’est celui d’une zone ({area}). Choisissez la colonne des codes de zones, ou ajoutez une table de passage avec les colonnes from, to et weight.</translation>
    </message>
    <message>
        <source>Areas were matched by the numbers in “{column}”, which may be those of rows.</source>
        <translation>Les zones ont été appariées par les numéros de « {column} », qui sont peut-être ceux des lignes.</translation>
    </message>
    <message>
        <source>Codes of “{column}” were shared out among areas by the crosswalk.</source>
        <translation>Les codes de « {column} » ont été répartis entre les zones selon la table de passage.</translation>
    </message>
    <message>
        <source>The people are those in “{column}”, not those in {others}.</source>
        <translation>Les habitants sont ceux de « {column} », et non ceux de {others}.</translation>
    </message>
    <message>
        <source>“{column}” was taken for the people of the areas, for it holds the only counts.</source>
        <translation>« {column} » a été prise pour le nombre d’habitants des zones, car c’est la seule colonne d’effectifs.</translation>
    </message>
    <message>
        <source>Leading zeros of “{column}” were restored: {before} is {after}.</source>
        <translation>Les zéros initiaux de « {column} » ont été rétablis : {before} devient {after}.</translation>
    </message>
    <message>
        <source>{said} Post-office boxes among them: {boxes}.</source>
        <translation>{said} Dont boîtes postales : {boxes}.</translation>
    </message>
    <message>
        <source>{said} It holds no weights: each area got the same part of a code.</source>
        <translation>{said} Elle ne contient aucun poids : chaque zone a reçu la même part d’un code.</translation>
    </message>
    <message>
        <source>{said} {count} of their residents live beyond the areas.</source>
        <translation>{said} {count} de leurs habitants vivent au-delà des zones.</translation>
    </message>
    <message>
        <source>“{table}” holds {code} twice, in lines {first} and {second}. Keep one row for each area, such as the total of both sexes and all ages.</source>
        <translation>« {table} » contient {code} deux fois, aux lignes {first} et {second}. Gardez une ligne par zone, par exemple le total des deux sexes et de tous les âges.</translation>
    </message>
    <message>
        <source>Codes of “{column}” were compared without blanks and case: {before} is {after}.</source>
        <translation>Les codes de « {column} » ont été comparés sans espaces ni casse : {before} devient {after}.</translation>
    </message>
    <message>
        <source>Of the codes in “{column}” the last letters were compared: {before} is {after}.</source>
        <translation>Des codes de « {column} », seuls les derniers caractères ont été comparés : {before} devient {after}.</translation>
    </message>
    <message>
        <source>“{what}”: {values} is not a whole number. Write, for example, 1000, 5000.</source>
        <translation>« {what} » : {values} n’est pas un nombre entier. Écrivez par exemple 1000, 5000.</translation>
    </message>
    <message>
        <source>“{what}”: {values} is not a number. Write, for example, 0.2, 0.1, 0.05.</source>
        <translation>« {what} » : {values} n’est pas un nombre. Écrivez par exemple 0.2, 0.1, 0.05.</translation>
    </message>
    <message>
        <source>“{what}”: {values} may be one number or two. Write decimals with a point, and blanks or semicolons between numbers: 0.2; 0.1.</source>
        <translation>« {what} » : {values} peut être un nombre ou deux. Écrivez les décimales avec un point, et des espaces ou des points-virgules entre les nombres : 0.2; 0.1.</translation>
    </message>
    <message>
        <source>{count} rows have no place (lines {lines}).</source>
        <translation>{count} lignes n’ont pas de position (lignes {lines}).</translation>
    </message>
    <message>
        <source>{count} of {total} places lie outside every area (lines {lines}).</source>
        <translation>{count} positions sur {total} sont hors de toute zone (lignes {lines}).</translation>
    </message>
    <message>
        <source>{said} At 0, 0, which geocoders write for what they did not find: {count}.</source>
        <translation>{said} À 0, 0, ce qu’écrivent les géocodeurs pour ce qu’ils n’ont pas trouvé : {count}.</translation>
    </message>
    <message>
        <source>{said} With numbers that are not degrees: {count}.</source>
        <translation>{said} Avec des nombres qui ne sont pas des degrés : {count}.</translation>
    </message>
    <message>
        <source>Left out, outside every area: {count} of {total} places (lines {lines}).</source>
        <translation>Laissés de côté, hors de toute zone : {count} lieux sur {total} (lignes {lines}).</translation>
    </message>
    <message>
        <source>“{table}”: minutes stand apart from degrees, in {columns}. Put each coordinate into one column, such as 40° 42' 51" N.</source>
        <translation>« {table} » : les minutes sont séparées des degrés, dans {columns}. Mettez chaque coordonnée dans une seule colonne, p. ex. 40° 42’ 51" N.</translation>
    </message>
    <message>
        <source>“{table}”: the numbers in {columns} lie in the areas in several coordinate reference systems ({systems}). Make points with “Create points layer from table”, and choose the one they are in.</source>
        <translation>« {table} » : les nombres de {columns} tombent dans les zones dans plusieurs systèmes de coordonnées de référence ({systems}). Créez des points avec « Créer une couche de points à partir d’une table » en choisissant le bon système.</translation>
    </message>
    <message>
        <source>As they stand, some latitudes are beyond 90.</source>
        <translation>Telles quelles, certaines latitudes dépassent 90.</translation>
    </message>
    <message>
        <source>{count} of {total} places lie in the areas so.</source>
        <translation>Ainsi, {count} positions sur {total} sont dans les zones.</translation>
    </message>
    <message>
        <source>{columns} were swapped. {where}</source>
        <translation>{columns} étaient inversées. {where}</translation>
    </message>
    <message>
        <source>Longitudes without a minus were put west. {where}</source>
        <translation>Les longitudes sans signe moins ont été placées à l’ouest. {where}</translation>
    </message>
    <message>
        <source>The coordinate reference system is {crs}. {where}</source>
        <translation>Le système de coordonnées est {crs}. {where}</translation>
    </message>
    <message>
        <source>“{table}”: the numbers in {columns} are not degrees, and nothing says in which coordinate reference system they are. Add the areas, by which it is found, or make points with “Create points layer from table”.</source>
        <translation>« {table} » : les nombres de {columns} ne sont pas des degrés, et rien n’indique leur système de coordonnées. Ajoutez les zones, qui permettent de le trouver, ou créez des points avec « Créer une couche de points à partir d’une table ».</translation>
    </message>
    <message>
        <source>The places stand in {columns}.</source>
        <translation>Les positions sont dans {columns}.</translation>
    </message>
    <message>
        <source>The places were read from {columns}, not from {others}.</source>
        <translation>Les lieux ont été lus dans {columns}, et non dans {others}.</translation>
    </message>
    <message>
        <source>Degrees with minutes or letters of the compass were read: {example}.</source>
        <translation>Des degrés avec minutes ou points cardinaux ont été lus : {example}.</translation>
    </message>
    <message>
        <source>The places stand in {columns}: so they lie in the areas.</source>
        <translation>Les positions sont dans {columns} : ainsi elles tombent dans les zones.</translation>
    </message>
    <message>
        <source>{count} lines of notes were skipped: {lines}.</source>
        <translation>{count} lignes de notes ont été sautées : {lines}.</translation>
    </message>
    <message>
        <source>A second row of headings was skipped: {labels}.</source>
        <translation>Une deuxième ligne d’en-têtes a été sautée : {labels}.</translation>
    </message>
    <message>
        <source>Thousands separators in {columns} were removed: {example} is {value:.0f}.</source>
        <translation>Les séparateurs de milliers de {columns} ont été retirés : {example} vaut {value:.0f}.</translation>
    </message>
    <message>
        <source>“{file}” holds no table. Choose another file.</source>
        <translation>« {file} » ne contient aucun tableau. Choisissez un autre fichier.</translation>
    </message>
    <message>
        <source>“{file}” holds names of columns and no row below them.</source>
        <translation>« {file} » contient des noms de colonnes, mais aucune ligne.</translation>
    </message>
    <message>
        <source>The table has no names of columns: they are called field_1, field_2 and so on.</source>
        <translation>Le tableau n’a pas de noms de colonnes : elles s’appellent field_1, field_2, etc.</translation>
    </message>
    <message>
        <source>The codes in {columns} were rounded by a spreadsheet ({example}) and cannot be restored. Use the file from before it was opened there.</source>
        <translation>Les codes de {columns} ont été arrondis par un tableur ({example}) et ne peuvent pas être rétablis. Reprenez le fichier d’avant son ouverture dans le tableur.</translation>
    </message>
    <message>
        <source>Decimal commas of {columns} were read: {example} is {value:g}.</source>
        <translation>Les virgules décimales de {columns} ont été lues : {example} vaut {value:g}.</translation>
    </message>
    <message>
        <source>“{column}” was read as numbers with decimals, because reading the marks as thousands would make patients look safer: {example} is {value:g}. If the marks separate thousands, remove them.</source>
        <translation>« {column} » a été lu comme des nombres décimaux, car lire ces signes comme des milliers ferait paraître les patients mieux protégés : {example} vaut {value:g}. Si ces signes séparent les milliers, retirez-les.</translation>
    </message>
    <message>
        <source>The picture shows {count} maps of the outline, and each was judged by itself. What is said here is said of the worst, at columns {left} to {right} and rows {top} to {bottom}. Records that only the others give away: {more}.</source>
        <translation>L’image montre {count} cartes du contour, et chacune a été jugée à part. Ce qui est dit ici l’est de la pire, aux colonnes {left} à {right} et aux lignes {top} à {bottom}. Enregistrements que seules les autres révèlent : {more}.</translation>
    </message>
    <message>
        <source>Besides its pixels, the file says where the map lies, or more ({count} findings): {first}</source>
        <translation>Outre ses pixels, le fichier dit où il se trouve, ou davantage (constats : {count}) : {first}</translation>
    </message>
    <message>
        <source>Write the picture anew without metadata, with “Draw a map” for example.</source>
        <translation>Écrivez l’image à nouveau sans métadonnées, par exemple avec « Dessiner une carte ».</translation>
    </message>
    <message>
        <source>Comparing with the true points</source>
        <translation>Comparaison avec les vrais points</translation>
    </message>
    <message>
        <source>Looking for what would make the picture safe</source>
        <translation>Recherche de ce qui rendrait l’image sûre</translation>
    </message>
    <message>
        <source>{count} of {total} records lie outside the picture and were not compared.</source>
        <translation>{count} enregistrements sur {total} sont hors de l’image et n’ont pas été comparés.</translation>
    </message>
    <message>
        <source>Besides its pixels, the file holds no position.</source>
        <translation>Le fichier ne contient aucune position à côté de ses pixels.</translation>
    </message>
    <message>
        <source>{count} records in the picture lie more than {metres} m from every address: is ADDRESSES complete?</source>
        <translation>{count} enregistrements de l’image sont à plus de {metres} m de toute adresse : ADDRESSES est-elle complète ?</translation>
    </message>
    <message>
        <source>The picture has a further panel, with {count} dots or more that match no known points. It was not placed on the map, so whom it gives away is not known.</source>
        <translation>L’image a un autre panneau, avec {count} points ou plus qui ne correspondent à aucun point connu. Il n’a pas été placé sur la carte : on ne sait pas qui il révèle.</translation>
    </message>
    <message>
        <source>Cut each panel out of the picture and check it by itself, with the layer that it shows.</source>
        <translation>Découpez chaque panneau de l’image et vérifiez-le seul, avec la couche qu’il montre.</translation>
    </message>
    <message>
        <source>Besides its dots the picture shows {count} marks of one colour and size at the patients' homes.</source>
        <translation>Outre ses points, l’image montre {count} marques d’une même couleur et taille aux domiciles des patients.</translation>
    </message>
    <message>
        <source>Take them out of the map. If they are meant to be there, check a map of them alone.</source>
        <translation>Retirez-les de la carte. Si elles doivent y figurer, vérifiez une carte qui ne montre qu’elles.</translation>
    </message>
    <message>
        <source>Reading the paths of the picture</source>
        <translation>Lecture des tracés de l’image</translation>
    </message>
    <message>
        <source>The drawing of the picture asks for more than {most} million steps to be read, so it was refused. Make it simpler first.</source>
        <translation>Le dessin de l’image demande plus de {most} millions d’étapes de lecture, il a donc été refusé. Simplifiez-le d’abord.</translation>
    </message>
    <message>
        <source>The control points have no column {name}. A .points file of the Georeferencer has mapX, mapY, sourceX, sourceY.</source>
        <translation>Les points de contrôle n’ont pas de colonne {name}. Un fichier .points du géoréférenceur a mapX, mapY, sourceX, sourceY.</translation>
    </message>
    <message>
        <source>There is no model called {model}. Choose one of {known}.</source>
        <translation>Il n’y a pas de modèle {model}. Choisissez parmi {known}.</translation>
    </message>
    <message>
        <source>The model {model} needs at least {need} control points; {count} are given.</source>
        <translation>Le modèle {model} exige au moins {need} points de contrôle ; {count} sont donnés.</translation>
    </message>
    <message>
        <source>The control points lie in one line: the model {model} cannot be fitted. Add one beside it.</source>
        <translation>Les points de contrôle sont sur une droite : le modèle {model} ne peut être ajusté. Ajoutez-en un à côté.</translation>
    </message>
    <message>
        <source>The control points lie in one row or column: the linear model cannot be fitted.</source>
        <translation>Les points de contrôle sont sur une seule ligne ou colonne : le modèle linéaire ne peut être ajusté.</translation>
    </message>
    <message>
        <source>The control points do not determine the model {model}. Spread them over the picture.</source>
        <translation>Les points de contrôle ne déterminent pas le modèle {model}. Répartissez-les sur l’image.</translation>
    </message>
    <message>
        <source>A control point has a coordinate that is not a number.</source>
        <translation>Un point de contrôle a une coordonnée qui n’est pas un nombre.</translation>
    </message>
    <message>
        <source>At least 2 control points are needed; {count} are given.</source>
        <translation>Il faut au moins 2 points de contrôle ; {count} sont donnés.</translation>
    </message>
    <message>
        <source>The file of control points is empty.</source>
        <translation>Le fichier des points de contrôle est vide.</translation>
    </message>
    <message>
        <source>in the picture</source>
        <translation>dans l’image</translation>
    </message>
    <message>
        <source>on the map</source>
        <translation>sur la carte</translation>
    </message>
    <message>
        <source>Control points {points} stand at the same place {where}. Keep one of them.</source>
        <translation>Les points de contrôle {points} sont au même endroit {where}. Gardez-en un.</translation>
    </message>
    <message>
        <source>Line {number} of the control points is not four numbers: {line}</source>
        <translation>La ligne {number} des points de contrôle n’est pas faite de quatre nombres : {line}</translation>
    </message>
    <message>
        <source>No part of the outline was found in the picture. Check that it is drawn there, or give control points.</source>
        <translation>Aucune partie du contour n’a été trouvée dans l’image. Vérifiez qu’il y est dessiné ou donnez des points de contrôle.</translation>
    </message>
    <message>
        <source>the best placement has {percent:.0f} % of its lines confirmed and a score of {score:.0f}, the next one {next:.0f}</source>
        <translation>le meilleur placement a {percent:.0f} % de ses lignes confirmées et un score de {score:.0f}, le suivant {next:.0f}</translation>
    </message>
    <message>
        <source>The outline holds no line. Give the borders or coasts that the picture shows.</source>
        <translation>Le contour ne contient aucune ligne. Donnez les frontières ou les côtes que l’image montre.</translation>
    </message>
    <message>
        <source>The outline holds a coordinate that is not a finite number. Repair its geometry.</source>
        <translation>Le contour contient une coordonnée qui n’est pas un nombre fini. Réparez sa géométrie.</translation>
    </message>
    <message>
        <source>The outline is a single point: a picture cannot be placed by it.</source>
        <translation>Le contour est un seul point : il ne permet pas de placer une image.</translation>
    </message>
    <message>
        <source>The outline was not found with confidence: {figures}. Give control points.</source>
        <translation>Le contour n’a pas été trouvé avec certitude : {figures}. Donnez des points de contrôle.</translation>
    </message>
    <message>
        <source>Two placements fit about as well: {figures}. Give control points, or an outline with more lines of this region.</source>
        <translation>Deux placements conviennent presque aussi bien : {figures}. Donnez des points de contrôle ou un contour avec plus de lignes de cette région.</translation>
    </message>
    <message>
        <source>Too little of the outline is in view to place the picture: it could be off by {error_px:.1f} pixels. Give control points.</source>
        <translation>Trop peu du contour est visible pour placer l’image : elle pourrait être décalée de {error_px:.1f} pixels. Donnez des points de contrôle.</translation>
    </message>
    <message>
        <source>The outline was not found in the picture. Check that it is drawn there; where it is much larger than the picture, cut it to the region shown; or give control points.</source>
        <translation>Le contour n’a pas été trouvé dans l’image. Vérifiez qu’il y est dessiné ; s’il est bien plus grand que l’image, découpez-le à la région montrée ; ou donnez des points de contrôle.</translation>
    </message>
    <message>
        <source>The picture shows the outline several times, in panels. It was placed by the clearest: what the others show lies elsewhere than this placement says.</source>
        <translation>L’image montre plusieurs fois le contour, dans plusieurs panneaux. Elle a été placée d’après le plus net : ce que montrent les autres se trouve ailleurs que cet emplacement ne le dit.</translation>
    </message>
    <message>
        <source>Some control points lie outside the picture: is it the picture they were made for?</source>
        <translation>Des points de contrôle sont hors de l’image : est-ce l’image pour laquelle ils ont été faits ?</translation>
    </message>
    <message>
        <source>Only a part of the picture was placed, columns {left} to {right} and rows {top} to {bottom}: it stands alone, and the whole fits nowhere. Dots outside it may belong to another map.</source>
        <translation>Seule une partie de l’image a été placée, des colonnes {left} à {right} et des lignes {top} à {bottom} : elle est isolée, et l’ensemble ne s’ajuste nulle part. Les points au-dehors peuvent appartenir à une autre carte.</translation>
    </message>
    <message>
        <source>Layer “{layer}”: feature {row} does not fit the coordinate system of the picture.</source>
        <translation>Couche « {layer} » : l’entité {row} ne correspond pas au système de coordonnées de l’image.</translation>
    </message>
    <message>
        <source>Give an outline or control points: the picture's file itself does not say where it is.</source>
        <translation>Donnez un contour ou des points de contrôle : le fichier de l’image ne dit pas lui-même où elle est.</translation>
    </message>
    <message>
        <source>The control points do not say their coordinate system. Set CRS.</source>
        <translation>Les points de contrôle ne disent pas leur système de coordonnées. Réglez CRS.</translation>
    </message>
    <message>
        <source>Looking for the outline in the picture</source>
        <translation>Recherche du contour dans l’image</translation>
    </message>
    <message>
        <source>The outline has no lines.</source>
        <translation>Le contour n’a pas de lignes.</translation>
    </message>
    <message>
        <source>The coordinate system {crs} is not known to PROJ. Choose another.</source>
        <translation>Le système de coordonnées {crs} est inconnu de PROJ. Choisissez-en un autre.</translation>
    </message>
    <message>
        <source>A position of the picture lies outside the coordinate system {crs}. Check the placement.</source>
        <translation>Une position de l’image est hors du système de coordonnées {crs}. Vérifiez le placement.</translation>
    </message>
    <message>
        <source>The outline was not found with confidence: the best placement has a score of {score:.0f}, and the outline mirrored, which the picture does not show, {null:.0f}. Give control points.</source>
        <translation>Le contour n’a pas été trouvé avec assurance : le meilleur placement a une note de {score:.0f}, et le contour inversé, que l’image ne montre pas, {null:.0f}. Donnez des points de contrôle.</translation>
    </message>
    <message>
        <source>No colour of this picture is drawn as bars of one length. That is no proof that it marks no places.</source>
        <translation>Aucune couleur de cette image n’est dessinée en barres d’une même longueur. Cela ne prouve pas qu’elle ne marque aucun lieu.</translation>
    </message>
    <message>
        <source>Looking for bars</source>
        <translation>Recherche des barres</translation>
    </message>
    <message>
        <source>Separating the dots</source>
        <translation>Séparation des points</translation>
    </message>
    <message>
        <source>No colour of this picture is drawn as a set of similar dots. That is no proof that it shows none: try a higher sensitivity.</source>
        <translation>Aucune couleur de cette image n’est dessinée en points semblables. Cela ne prouve pas qu’elle n’en montre aucun : essayez une sensibilité plus élevée.</translation>
    </message>
    <message>
        <source>The dots of the picture are so many, so large or so crowded that finding them would take minutes, so it was refused. Cut it into parts, or draw it at a lower resolution, and check each of them.</source>
        <translation>Les points de l’image sont si nombreux, si gros ou si serrés que les trouver prendrait des minutes ; elle a donc été refusée. Coupez-la en parties, ou dessinez-la à une résolution plus basse, et vérifiez chacune.</translation>
    </message>
    <message>
        <source>Looking for the colour of the dots</source>
        <translation>Recherche de la couleur des points</translation>
    </message>
    <message>
        <source>The picture shows about {count} dots; up to {most} are searched. Cut it into parts and search each of them.</source>
        <translation>L’image montre environ {count} points ; {most} au plus sont cherchés. Découpez-la et examinez chaque partie.</translation>
    </message>
    <message>
        <source>Looking for rings, crosses and the like</source>
        <translation>Recherche d’anneaux, de croix et de symboles semblables</translation>
    </message>
    <message>
        <source>The picture must be an array of height x width x 3 colours; this one is {shape}.</source>
        <translation>L’image doit être un tableau de hauteur x largeur x 3 couleurs ; celle-ci est {shape}.</translation>
    </message>
    <message>
        <source>The picture must have 8 bits a channel; this one is {kind}.</source>
        <translation>L’image doit avoir 8 bits par canal ; celle-ci est {kind}.</translation>
    </message>
    <message>
        <source>The picture is {width} x {height} pixels; at least {least} on each side are needed.</source>
        <translation>L’image fait {width} x {height} pixels ; il en faut au moins {least} par côté.</translation>
    </message>
    <message>
        <source>The picture has a single colour, so there is nothing to find in it.</source>
        <translation>L’image n’a qu’une couleur : il n’y a rien à y trouver.</translation>
    </message>
    <message>
        <source>the pixels of the page</source>
        <translation>les pixels de la page</translation>
    </message>
    <message>
        <source>the paths of the file, read by GeoDeID</source>
        <translation>les tracés du fichier, lus par GeoDeID</translation>
    </message>
    <message>
        <source>its paths, read by Qt</source>
        <translation>ses tracés, lus par Qt</translation>
    </message>
    <message>
        <source>its paths, read by GDAL</source>
        <translation>ses tracés, lus par GDAL</translation>
    </message>
    <message>
        <source>The symbols do not stand with their centres on the places: these lie {px:.1f} px away, all in one direction. Whoever knows where such a symbol points exposes {count} records; read by the centres, {centre}. The reading that exposes most was judged.</source>
        <translation>Le centre des symboles ne se trouve pas sur les lieux : ceux-ci sont à {px:.1f} px, tous dans la même direction. Qui sait où pointe un tel symbole expose {count} enregistrements ; lue par les centres, {centre}. La lecture qui en expose le plus a été jugée.</translation>
    </message>
    <message>
        <source>The symbols were pasted at whole pixels. Drawn by matplotlib, they lie half a pixel to the right of and below their places, and {count} records are exposed; read by their centres, {centre}. The reading that exposes most was judged.</source>
        <translation>Les symboles ont été posés sur des pixels entiers. Dessinés par matplotlib, ils se trouvent un demi-pixel à droite et au-dessous de leur lieu, et {count} enregistrements sont exposés ; lue par les centres, {centre}. La lecture qui en expose le plus a été jugée.</translation>
    </message>
    <message>
        <source>Fewer than {least} symbols of a kind do not show whether they were pasted at whole pixels. If they were, by matplotlib, {count} records are exposed; read by their centres, {centre}. The reading that exposes most was judged.</source>
        <translation>Moins de {least} symboles d’une sorte ne montrent pas s’ils ont été collés à des pixels entiers. S’ils l’ont été, par matplotlib, {count} enregistrements sont exposés ; lus par leurs centres, {centre}. La lecture qui en expose le plus a été jugée.</translation>
    </message>
    <message>
        <source>metadata</source>
        <translation>métadonnées</translation>
    </message>
    <message>
        <source>PNG text</source>
        <translation>texte PNG</translation>
    </message>
    <message>
        <source>all residents of the addresses</source>
        <translation>tous les habitants des adresses</translation>
    </message>
    <message>
        <source>Where dots overlap, give the layer that was drawn as MASKED. Otherwise draw them larger, further apart or in a plainer style, or check a picture made of pixels.</source>
        <translation>Si des points se recouvrent, donnez comme MASKED la couche dessinée. Sinon, dessinez-les plus grands, plus écartés ou dans un style plus simple, ou vérifiez une image de pixels.</translation>
    </message>
    <message>
        <source>the picture and the borders in it</source>
        <translation>l’image et les limites qu’elle montre</translation>
    </message>
    <message>
        <source>all people, by the population of the areas</source>
        <translation>toutes les personnes, selon la population des zones</translation>
    </message>
    <message>
        <source>{dots} dots were found for {records} records in the picture.</source>
        <translation>{dots} points ont été trouvés pour {records} enregistrements dans l’image.</translation>
    </message>
    <message>
        <source>Of {records} records {exposed} were found among fewer than {need} candidates by this attack; {found} lie under a dot, where chance would give {chance:.0f}.</source>
        <translation>Sur {records} enregistrements, {exposed} ont été trouvés parmi moins de {need} candidats par cette attaque ; {found} sont sous un point, où le hasard en donnerait {chance:.0f}.</translation>
    </message>
    <message>
        <source>No dot lies on a record, but dots lie nearer to the records, with fewer than {need} people between, than dots anywhere in their areas do. Whoever knows how far they were moved may find people.</source>
        <translation>Aucun point de la carte n’est sur un enregistrement, mais des points en sont plus proches, avec moins de {need} personnes entre eux, que des points placés n’importe où dans leurs zones. Qui sait de combien ils ont été déplacés peut retrouver des personnes.</translation>
    </message>
    <message>
        <source>Judge the mask by “Evaluate a mask”, or move the points farther.</source>
        <translation>Jugez le masque avec « Évaluer un masque », ou déplacez les points plus loin.</translation>
    </message>
    <message>
        <source>No dot in the picture leads to a person with a chance of more than {limit}.</source>
        <translation>Aucun point de l’image ne mène à une personne avec une chance de plus de {limit}.</translation>
    </message>
    <message>
        <source>1 / candidates of each record that a dot was found for</source>
        <translation>1 / candidats de chaque enregistrement pour lequel un point a été trouvé</translation>
    </message>
    <message>
        <source>how many people live about each dot is not known. Give all addresses of the region, or areas with their population.</source>
        <translation>on ne sait pas combien de personnes habitent autour de chaque point. Donnez toutes les adresses de la région, ou des zones avec leur population.</translation>
    </message>
    <message>
        <source>{exposed} of {records} records lie so near a dot that fewer than {need} people could be meant. Chance alone would put {chance:.1f} there. Publish it if “Evaluate a mask” passes the mask of these dots, and never if they are homes.</source>
        <translation>{exposed} enregistrements sur {records} sont si près d’un point que moins de {need} personnes peuvent être visées. Le hasard seul en mettrait {chance:.1f}. Publiez-la si « Évaluer un masque » accepte le masque de ces points, et jamais si ce sont des domiciles.</translation>
    </message>
    <message>
        <source>Most dots lie, as they were placed, on points that are known.</source>
        <translation>La plupart des points, tels qu’ils ont été placés, sont sur des points connus.</translation>
    </message>
    <message>
        <source>The {dots} dots, as they were placed, are neither the true points nor those of a layer that was given as drawn. So the placement may be wrong, and whom the picture gives away is not known.</source>
        <translation>Les {dots} points, tels qu’ils ont été placés, ne sont ni les vrais points ni ceux d’une couche donnée comme dessinée. Le placement peut donc être faux, et on ne sait pas qui l’image révèle.</translation>
    </message>
    <message>
        <source>Give the layer that was drawn as MASKED; where the placement is wrong, give control points.</source>
        <translation>Donnez comme MASKED la couche dessinée ; si le placement est faux, donnez des points de contrôle.</translation>
    </message>
    <message>
        <source>{exposed} of {records} records are found among fewer than {need} candidates: the picture gives them away.</source>
        <translation>{exposed} enregistrements sur {records} sont trouvés parmi moins de {need} candidats : l’image les révèle.</translation>
    </message>
    <message>
        <source>Mask the points, draw coarser, or publish counts by area.</source>
        <translation>Masquez les points, dessinez plus grossièrement, ou publiez des effectifs par zone.</translation>
    </message>
    <message>
        <source>{found} of {records} true places lie under a dot, where chance would give {chance:.0f}. Without addresses or population nobody can say how many people each could be, so the picture was not judged.</source>
        <translation>{found} vrais lieux sur {records} se trouvent sous un point, là où le hasard en donnerait {chance:.0f}. Sans adresses ni population, nul ne peut dire à combien de personnes chacun pourrait correspondre : l’image n’a pas été jugée.</translation>
    </message>
    <message>
        <source>Give addresses, or areas with a population.</source>
        <translation>Donnez des adresses, ou des zones avec une population.</translation>
    </message>
    <message>
        <source>Only {dots} dots were found in the picture, which must show {expected} at least ({records} records lie inside it). Whom the dots that were missed give away is not known.</source>
        <translation>Seuls {dots} points ont été trouvés dans l’image, qui doit en montrer au moins {expected} ({records} enregistrements s’y trouvent). On ne sait pas qui les points manqués révèlent.</translation>
    </message>
    <message>
        <source>{unseen} points of the layer that was drawn lie in the picture where no dot was found, and no other dot hides them. Whom they give away is not known.</source>
        <translation>{unseen} points de la couche dessinée se trouvent dans l’image là où aucun point n’a été trouvé, et aucun autre point ne les cache. On ne sait pas qui ils révèlent.</translation>
    </message>
    <message>
        <source>Most dots lie in heaps: {dots} were told apart, fewer than half of the places of the layer that was drawn. Whom those beneath give away is not known.</source>
        <translation>La plupart des points sont en amas : {dots} ont été distingués, moins de la moitié des lieux de la couche dessinée. On ne sait pas qui sont les personnes révélées par ceux du dessous.</translation>
    </message>
    <message>
        <source>Records without a dot of their own among the {dots} that were found in the picture: {missed}. Anyone who found such a dot as exactly as the others would find the person.</source>
        <translation>Enregistrements sans point propre parmi les {dots} points trouvés dans l’image : {missed}. Qui en trouverait un aussi exactement que les autres trouverait la personne.</translation>
    </message>
    <message>
        <source>{found} of {records} true places lie under a dot, where chance would give {chance:.0f}: the picture gives positions away. How many people share each of them was not counted, because no addresses or population were given.</source>
        <translation>{found} vrais lieux sur {records} se trouvent sous un point, là où le hasard en donnerait {chance:.0f} : l’image révèle des positions. Combien de personnes partagent chacune n’a pas été compté, faute d’adresses ou de population.</translation>
    </message>
    <message>
        <source>Mask the points; to count who shares a place, give addresses or areas with a population.</source>
        <translation>Masquez les points ; pour compter qui partage un lieu, donnez des adresses ou des zones avec une population.</translation>
    </message>
    <message>
        <source>None of the true records lies inside the picture, so nothing could be compared. This says nothing about the safety of the picture.</source>
        <translation>Aucun des vrais enregistrements ne se trouve dans l’image : rien n’a pu être comparé. Cela ne dit rien de la sûreté de l’image.</translation>
    </message>
    <message>
        <source>No dots were found in the picture. That may be a weakness of this check: it does not say that the picture is safe.</source>
        <translation>Aucun point n’a été trouvé dans l’image. Ce peut être une faiblesse de cette vérification : cela ne dit pas que l’image est sûre.</translation>
    </message>
    <message>
        <source>This looks like a dot-density map, where no dot marks a person: nearly all of {areas} areas show one dot for every {people} records, scattered at random. It shows the count of each area to about {people}; whether these counts are safe is not judged here.</source>
        <translation>Ceci ressemble à une carte de densité par points, où aucun point ne marque une personne : presque toutes les {areas} zones montrent un point pour {people} enregistrements, dispersé au hasard. Elle montre l’effectif de chaque zone à environ {people} près ; si ces effectifs sont sûrs n’est pas jugé ici.</translation>
    </message>
    <message>
        <source>Check the counts of the areas with “Check a table of counts”, as the table that the map was made of.</source>
        <translation>Vérifiez les effectifs des zones avec « Vérifier un tableau d’effectifs », dans la table dont la carte est tirée.</translation>
    </message>
    <message>
        <source>The {count} symbols are of {sizes} sizes, which show counts: {small} stand for fewer than {need} people as they were read. For {right} of the {known} symbols at true places, the count is that of the records there.</source>
        <translation>Les {count} symboles ont {sizes} tailles, qui montrent des effectifs : {small} représentent moins de {need} personnes telles que lues. Pour {right} des {known} symboles placés en des lieux vrais, l’effectif est celui des enregistrements du lieu.</translation>
    </message>
    <message>
        <source>The {count} symbols are of {sizes} sizes, which show counts: {small} stand for fewer than {need} people as they were read. How many people live at what a symbol stands for is not known here.</source>
        <translation>Les {count} symboles sont de {sizes} tailles, qui disent des effectifs : {small} représentent moins de {need} personnes d’après la lecture. Combien de personnes habitent là où se trouve ce qu’un symbole représente n’est pas connu ici.</translation>
    </message>
    <message>
        <source>Where symbols stand for areas, check their counts with “Check a table of counts”; otherwise draw symbols of one size.</source>
        <translation>Si les symboles représentent des zones, vérifiez leurs effectifs avec « Vérifier un tableau d’effectifs » ; sinon, dessinez des symboles d’une seule taille.</translation>
    </message>
    <message>
        <source>{outside} of {count} dots lie outside the part of the picture that was placed. Where they point was carried on from that part and may be wrong, so whom they give away is not known.</source>
        <translation>{outside} points sur {count} se trouvent hors de la partie de l’image qui a été placée. Ce qu’ils désignent a été prolongé à partir de cette partie et peut être faux : on ne sait donc pas qui ils révèlent.</translation>
    </message>
    <message>
        <source>Cut each map out of the picture and check it by itself.</source>
        <translation>Découpez chaque carte de l’image et vérifiez-la séparément.</translation>
    </message>
    <message>
        <source>The chain of its blocks is broken, so nobody can say whether a position stands behind the break. Save the picture anew from an image program.</source>
        <translation>La chaîne de ses blocs est rompue, si bien que personne ne peut dire si une position se trouve derrière la rupture. Enregistrez à nouveau l’image depuis un programme de retouche.</translation>
    </message>
    <message>
        <source>The file holds another picture that no program shows: it may be from before a change.</source>
        <translation>Le fichier contient une autre image qu’aucun programme ne montre : elle peut dater d’avant une modification.</translation>
    </message>
    <message>
        <source>The PDF is a GeoPDF: it holds the map's frame in coordinates.</source>
        <translation>Le PDF est un GeoPDF : il contient le cadre de la carte en coordonnées.</translation>
    </message>
    <message>
        <source>EXIF says {lat:.5f}°, {lon:.5f}°: where the picture was made.</source>
        <translation>EXIF dit {lat:.5f}°, {lon:.5f}° : là où l’image a été faite.</translation>
    </message>
    <message>
        <source>GeoTIFF tags place every pixel on the map.</source>
        <translation>Des balises GeoTIFF placent chaque pixel sur la carte.</translation>
    </message>
    <message>
        <source>{size} bytes stand after the end of the picture; nobody sees them in it.</source>
        <translation>{size} octets se trouvent après la fin de l’image ; personne ne les y voit.</translation>
    </message>
    <message>
        <source>The world file's numbers do not place a picture.</source>
        <translation>Les nombres du fichier world ne placent pas d’image.</translation>
    </message>
    <message>
        <source>GeoTIFF tags name the picture's coordinate system or tie points.</source>
        <translation>Des balises GeoTIFF nomment le système de coordonnées de l’image ou des points de contrôle.</translation>
    </message>
    <message>
        <source>The world file does not hold six numbers.</source>
        <translation>Le fichier world ne contient pas six nombres.</translation>
    </message>
    <message>
        <source>{name} is a world file: it places every pixel on the map.</source>
        <translation>{name} est un fichier world : il place chaque pixel sur la carte.</translation>
    </message>
    <message>
        <source>{name} holds the picture's position in GDAL's form.</source>
        <translation>{name} contient la position de l’image sous la forme de GDAL.</translation>
    </message>
    <message>
        <source>{name} lies beside the picture and reveals its place or how it was made.</source>
        <translation>{name} se trouve à côté de l’image et renseigne sur son lieu ou sa fabrication.</translation>
    </message>
    <message>
        <source>The SVG's elements carry places or addresses.</source>
        <translation>Les éléments du SVG portent des lieux ou des adresses.</translation>
    </message>
    <message>
        <source>The SVG is drawn in the coordinates of the map: it places itself.</source>
        <translation>Le SVG est dessiné dans les coordonnées de la carte : il se place lui-même.</translation>
    </message>
    <message>
        <source>The {where} names a project or data file.</source>
        <translation>Un fichier de projet ou de données est nommé ici : {where}.</translation>
    </message>
    <message>
        <source>The {where} holds a position or a coordinate system.</source>
        <translation>Une position ou un système de coordonnées se trouve ici : {where}.</translation>
    </message>
    <message>
        <source>end of the file</source>
        <translation>fin du fichier</translation>
    </message>
    <message>
        <source>{name} is named like a world file but could not be read.</source>
        <translation>{name} porte le nom d’un fichier world mais n’a pu être lu.</translation>
    </message>
    <message>
        <source>Reading the paths of the PDF</source>
        <translation>Lecture des tracés du PDF</translation>
    </message>
    <message>
        <source>The PDF paints more than two million paths; make the page simpler first.</source>
        <translation>Le PDF peint plus de deux millions de tracés ; simplifiez d’abord la page.</translation>
    </message>
    <message>
        <source>The PDF nests its drawing too deep to be read.</source>
        <translation>Le PDF imbrique son dessin trop profondément pour être lu.</translation>
    </message>
    <message>
        <source>The PDF is cut short: a picture inside its drawing has no end.</source>
        <translation>Le PDF est tronqué : une image de son dessin n’a pas de fin.</translation>
    </message>
    <message>
        <source>The PDF is damaged: its drawing could not be read.</source>
        <translation>Le PDF est endommagé : son dessin n’a pu être lu.</translation>
    </message>
    <message>
        <source>The PDF is encrypted, so its drawing could not be read. Save or print it without a password and check that.</source>
        <translation>Le PDF est chiffré, si bien que son dessin n’a pas pu être lu. Enregistrez-le ou imprimez-le sans mot de passe, et vérifiez ce fichier.</translation>
    </message>
    <message>
        <source>The PDF unpacks to more than 400 MB and was refused before it was unpacked.</source>
        <translation>Le PDF décompressé dépasse 400 Mo et a été refusé avant d’être décompressé.</translation>
    </message>
    <message>
        <source>The PDF is cut short or damaged: a packed stream has no end.</source>
        <translation>Le PDF est tronqué ou endommagé : un flux compressé n’a pas de fin.</translation>
    </message>
    <message>
        <source>The file is not a PDF.</source>
        <translation>Le fichier n’est pas un PDF.</translation>
    </message>
    <message>
        <source>The PDF defines more than two million objects, which no map does. Make it simpler first.</source>
        <translation>Le PDF définit plus de deux millions d’objets, ce qu’aucune carte ne fait. Simplifiez-le d’abord.</translation>
    </message>
    <message>
        <source>The PDF has no page that could be read.</source>
        <translation>Le PDF n’a aucune page lisible.</translation>
    </message>
    <message>
        <source>The PDF is cut short: a stream has no end.</source>
        <translation>Le PDF est tronqué : un flux n’a pas de fin.</translation>
    </message>
    <message>
        <source>The PDF holds a damaged stream ({reason}); it could not be read.</source>
        <translation>Le PDF contient un flux endommagé ({reason}) ; il n’a pu être lu.</translation>
    </message>
    <message>
        <source>No reader found a set of similar dots, neither in the paths of the picture nor in its pixels. That is no proof that it shows none.</source>
        <translation>Aucun lecteur n’a trouvé d’ensemble de points semblables, ni dans les tracés de l’image ni dans ses pixels. Ce n’est pas une preuve qu’elle n’en montre aucun.</translation>
    </message>
    <message>
        <source>The paths of the file and its pixels show the same {count} dots.</source>
        <translation>Les tracés du fichier et ses pixels montrent les mêmes {count} points.</translation>
    </message>
    <message>
        <source>The readers of the picture do not agree. {a}: {a_count} dots; {b}: {b_count} dots; {c}: {c_count} dots. All of them together were judged, {count} dots.</source>
        <translation>Les lecteurs de l’image ne s’accordent pas. {a} : {a_count} points ; {b} : {b_count} points ; {c} : {c_count} points. Tous ensemble ont été jugés, {count} points.</translation>
    </message>
    <message>
        <source>Check in the report that a cross lies on every dot, or publish a picture made of pixels.</source>
        <translation>Regardez dans le rapport si une croix se trouve sur chaque point, ou publiez une image en pixels.</translation>
    </message>
    <message>
        <source>The paths of the file could not be read ({why}), so only its pixels were searched. Whoever can read the paths has places more exact than those judged here.</source>
        <translation>Les tracés du fichier n’ont pu être lus ({why}) ; seuls ses pixels ont été examinés. Qui peut lire les tracés a des lieux plus exacts que ceux jugés ici.</translation>
    </message>
    <message>
        <source>Export the picture anew, or publish and check a picture of pixels.</source>
        <translation>Exportez l’image de nouveau, ou publiez et vérifiez une image en pixels.</translation>
    </message>
    <message>
        <source>The reader of PDFs that belongs to the plugin is missing, so nobody can say what the PDF holds. Install the plugin anew from its zip file.</source>
        <translation>Le lecteur de PDF livré avec l’extension est absent : nul ne peut dire ce que contient le PDF. Réinstallez l’extension depuis son fichier zip.</translation>
    </message>
    <message>
        <source>The PDF asks for more than is read of one. Make it simpler first.</source>
        <translation>Le PDF demande plus que ce qui est lu d’un PDF. Simplifiez-le d’abord.</translation>
    </message>
    <message>
        <source>The SVG is damaged: its drawing could not be read.</source>
        <translation>Le SVG est endommagé : son dessin n’a pu être lu.</translation>
    </message>
    <message>
        <source>The SVG defines entities of its own and was refused: they can unpack to anything.</source>
        <translation>Le SVG définit ses propres entités et a été refusé : elles peuvent se déployer en n’importe quoi.</translation>
    </message>
    <message>
        <source>The file is not an SVG picture.</source>
        <translation>Le fichier n’est pas une image SVG.</translation>
    </message>
    <message>
        <source>The SVG does not say how large it is.</source>
        <translation>Le SVG ne dit pas sa taille.</translation>
    </message>
    <message>
        <source>The SVG is damaged or cut short: {reason}.</source>
        <translation>Le SVG est endommagé ou tronqué : {reason}.</translation>
    </message>
    <message>
        <source>Reading the paths of the SVG</source>
        <translation>Lecture des tracés du SVG</translation>
    </message>
    <message>
        <source>The SVG nests its drawing too deep to be read.</source>
        <translation>Le SVG imbrique son dessin trop profondément pour être lu.</translation>
    </message>
    <message>
        <source>The SVG paints more than two million paths; make the picture simpler first.</source>
        <translation>Le SVG peint plus de deux millions de tracés ; simplifiez d’abord l’image.</translation>
    </message>
    <message>
        <source>There are more than {most} records to match.</source>
        <translation>Il y a plus de {most} enregistrements à apparier.</translation>
    </message>
    <message>
        <source>{count} strata have cases but no people. Correct the populations, or join these strata with others.</source>
        <translation>{count} strates ont des cas mais aucune personne. Corrigez les populations, ou réunissez ces strates avec d’autres.</translation>
    </message>
    <message>
        <source>A rate of the reference is negative or missing. Correct the reference table.</source>
        <translation>Un taux de la référence est négatif ou manquant. Corrigez la table de référence.</translation>
    </message>
    <message>
        <source>Cases are found where none can be expected, in rows {rows}: these areas have no people in any stratum with a rate above 0. Correct their populations.</source>
        <translation>Des cas se trouvent là où aucun n’est attendu, aux lignes {rows} : ces zones n’ont personne dans aucune strate dont le taux dépasse 0. Corrigez leurs populations.</translation>
    </message>
    <message>
        <source>There are no masked points, so there is no rate to estimate.</source>
        <translation>Il n’y a aucun point masqué, donc aucun taux à estimer.</translation>
    </message>
    <message>
        <source>Rates need at least 3 areas with people; there are {count}.</source>
        <translation>Il faut au moins 3 zones habitées pour estimer des taux ; il y en a {count}.</translation>
    </message>
    <message>
        <source>{count} areas are too many for a field of rates; at most {most} can be estimated together. Estimate one county or region at a time.</source>
        <translation>{count} zones sont trop nombreuses pour un champ de taux ; au plus {most} peuvent être estimées ensemble. Estimez un comté ou une région à la fois.</translation>
    </message>
    <message>
        <source>All areas lie at one place, so their rates cannot be distinguished.</source>
        <translation>Toutes les zones sont au même endroit, on ne peut donc distinguer leurs taux.</translation>
    </message>
    <message>
        <source>Estimating the field of rates</source>
        <translation>Estimation du champ des taux</translation>
    </message>
    <message>
        <source>There are no masked points, so there is nothing to scan for.</source>
        <translation>Il n’y a aucun point masqué, donc rien à balayer.</translation>
    </message>
    <message>
        <source>A scan needs at least 3 areas with people; there are {count}.</source>
        <translation>Un balayage demande au moins 3 zones habitées ; il y en a {count}.</translation>
    </message>
    <message>
        <source>No circle is small enough: every area alone holds more than {max_share:.1%} of what is expected. Raise the largest share.</source>
        <translation>Aucun cercle n’est assez petit : chaque zone à elle seule compte plus de {max_share:.1%} des cas attendus. Augmentez la plus grande part.</translation>
    </message>
    <message>
        <source>Scanning</source>
        <translation>Balayage</translation>
    </message>
    <message>
        <source>A release without records adds nothing. Leave its crowd out.</source>
        <translation>Une diffusion sans enregistrement n’ajoute rien. Omettez sa foule.</translation>
    </message>
    <message>
        <source>The probabilities of {count} areas in the table do not sum to 1 (rows {rows}). Use the whole table, and the areas that it was solved for.</source>
        <translation>Les probabilités de {count} zones de la table n’ont pas pour somme 1 (lignes {rows}). Utilisez la table entière, et les zones pour lesquelles elle a été résolue.</translation>
    </message>
    <message>
        <source>Points stand at {count} destinations where nobody can have been moved to. Points and table do not belong to the same release.</source>
        <translation>Des points se trouvent à {count} destinations où personne n’a pu être déplacé. Les points et la table n’appartiennent pas à la même diffusion.</translation>
    </message>
    <message>
        <source>All points lie at one place, so they have no density.</source>
        <translation>Tous les points sont au même endroit : ils n’ont pas de densité.</translation>
    </message>
    <message>
        <source>Ripley's K needs at least 3 points; there are {count}.</source>
        <translation>Le K de Ripley exige au moins 3 points ; il y en a {count}.</translation>
    </message>
    <message>
        <source>All points lie at one place or on one line, so they have no pattern.</source>
        <translation>Tous les points sont au même endroit ou sur une droite : ils n’ont pas de configuration.</translation>
    </message>
    <message>
        <source>Ripley's K of random patterns</source>
        <translation>K de Ripley de configurations aléatoires</translation>
    </message>
    <message>
        <source>Matching the two maps in pieces</source>
        <translation>Appariement des deux cartes par morceaux</translation>
    </message>
    <message>
        <source>Nobody lives in these areas, so no cases can be drawn.</source>
        <translation>Nul ne vit dans ces zones : aucun cas ne peut être tiré.</translation>
    </message>
    <message>
        <source>The experiment needs at least 1 set, 2 cases and 2 controls.</source>
        <translation>L’expérience exige au moins 1 jeu, 2 cas et 2 témoins.</translation>
    </message>
    <message>
        <source>The relative risk of the planted cluster must be above 1.</source>
        <translation>Le risque relatif de l’agrégat placé doit être supérieur à 1.</translation>
    </message>
    <message>
        <source>The radius of the planted cluster must be above 0.</source>
        <translation>Le rayon de l’agrégat placé doit être supérieur à 0.</translation>
    </message>
    <message>
        <source>Cases moved by {cases_m:.0f} m and controls by {controls_m:.0f} m (medians): they were not masked by the same mechanism. Clusters found then come from the mask, not from the disease. Mask cases and controls together, as one layer.</source>
        <translation>Les cas ont été déplacés de {cases_m:.0f} m et les témoins de {controls_m:.0f} m (médianes) : ils n’ont pas été masqués par le même mécanisme. Les agrégats trouvés viennent alors du masque, non de la maladie. Masquez ensemble cas et témoins, en une seule couche.</translation>
    </message>
    <message>
        <source>A “{law}” mask depends on more than the places given here, so its probabilities cannot be computed. Analyse a mask of another kind, or one by “Mask points: least move”, which releases its table.</source>
        <translation>Un masque « {law} » dépend d’autre chose que des lieux donnés ici : ses probabilités ne peuvent être calculées. Analysez un masque d’un autre type, ou un masque fait par « Masquer des points : moindre déplacement », qui publie sa table.</translation>
    </message>
    <message>
        <source>A “{law}” mask depends on more than the distance, so its probabilities cannot be computed from the areas alone. Analyse a mask by donut, uniform, gaussian, bimodal or laplace, or one by “Mask points: least move”, which releases its table.</source>
        <translation>Un masque « {law} » dépend d’autre chose que de la distance : ses probabilités ne peuvent être calculées à partir des seules zones. Analysez un masque par donut, uniform, gaussian, bimodal ou laplace, ou un masque fait par « Masquer des points : moindre déplacement », qui publie sa table.</translation>
    </message>
    <message>
        <source>The mask kept its records within polygons. Give their layer as WITHIN.</source>
        <translation>Le masque a gardé ses enregistrements dans des polygones. Donnez leur couche comme WITHIN.</translation>
    </message>
    <message>
        <source>{count} areas with people are too small compared with the whole region, or lie under others, to be seen on one map of it. Take a smaller region.</source>
        <translation>{count} zones habitées sont trop petites à côté de la région entière, ou se trouvent sous d’autres, pour être vues sur une seule carte. Prenez une région plus petite.</translation>
    </message>
    <message>
        <source>From {count} areas hardly any move of this mask ends within the polygons that the mask kept to. Check WITHIN and the stated mask.</source>
        <translation>Depuis {count} zones, presque aucun déplacement de ce masque ne finit dans les polygones auxquels il s’est tenu. Vérifiez WITHIN et le masque indiqué.</translation>
    </message>
    <message>
        <source>Where a “{law}” mask puts a record depends on the other homes of the list or on the addresses in its ring. So its crowd would reveal the records, or cannot be computed from areas. Analyse a mask of another kind, or one by “Mask points: least move”, which releases its table.</source>
        <translation>L’endroit où un masque « {law} » place un enregistrement dépend des autres domiciles de la liste ou des adresses de son anneau. Sa foule révélerait donc les enregistrements, ou ne peut être calculée à partir des zones. Analysez un masque d’un autre type, ou un masque fait par « Masquer des points : moindre déplacement », qui publie sa table.</translation>
    </message>
    <message>
        <source>“{law}” puts every record of a cell on one point: count people by the cells themselves, which are public, in the place of a crowd by areas.</source>
        <translation>« {law} » place tous les enregistrements d’une maille en un seul point : comptez les habitants par les mailles elles-mêmes, qui sont publiques, au lieu d’une foule par zones.</translation>
    </message>
    <message>
        <source>Merged areas need the areas and the people by which they were merged.</source>
        <translation>Les zones fusionnées demandent les zones et les personnes d’après lesquelles elles l’ont été.</translation>
    </message>
    <message>
        <source>{count} areas with people lie in regions that hold fewer than {k:g} people and have no neighbour, so no record of theirs was masked. Leave these areas out.</source>
        <translation>{count} zones habitées se trouvent dans des régions de moins de {k:g} personnes et sans voisine : aucun de leurs enregistrements n’a été masqué. Écartez ces zones.</translation>
    </message>
    <message>
        <source>A “{law}” mask finds no place for any home of {count} areas with people. Leave these areas out, and check the addresses, the streets and the polygons.</source>
        <translation>Un masque « {law} » ne trouve de lieu pour aucun domicile de {count} zones habitées. Écartez ces zones, et vérifiez les adresses, les rues et les polygones.</translation>
    </message>
    <message>
        <source>Some areas with people are too small to be seen on one map. Take a smaller region.</source>
        <translation>Certaines zones habitées sont trop petites pour être vues sur une seule carte. Prenez une région plus petite.</translation>
    </message>
    <message>
        <source>There is no polygon to draw.</source>
        <translation>Il n’y a aucun polygone à dessiner.</translation>
    </message>
    <message>
        <source>The areas span {width} degrees of longitude. Take one region at a time, on one side of the date line.</source>
        <translation>Les zones s’étendent sur {width} degrés de longitude. Prenez une région à la fois, d’un seul côté de la ligne de changement de date.</translation>
    </message>
    <message>
        <source>Moving the people of the areas</source>
        <translation>Déplacement des personnes des zones</translation>
    </message>
    <message>
        <source>SaTScan needs one distinct identifier without blanks for each location.</source>
        <translation>SaTScan demande un identifiant distinct et sans espace pour chaque lieu.</translation>
    </message>
    <message>
        <source>SaTScan takes circles of at most half of the population. Lower the largest share.</source>
        <translation>SaTScan admet des cercles d’au plus la moitié de la population. Réduisez la plus grande part.</translation>
    </message>
    <message>
        <source>All points lie at one place, so no circle can tell an inside from an outside.</source>
        <translation>Tous les points sont au même endroit : aucun cercle ne peut distinguer un dedans d’un dehors.</translation>
    </message>
    <message>
        <source>No circle is small enough: every location alone holds more than {max_share:.1%} of the total. Raise the largest share.</source>
        <translation>Aucun cercle n’est assez petit : chaque lieu à lui seul compte plus de {max_share:.1%} du total. Augmentez la plus grande part.</translation>
    </message>
    <message>
        <source>The model '{model}' is unknown. Choose bernoulli or poisson.</source>
        <translation>Le modèle « {model} » est inconnu. Choisissez bernoulli ou poisson.</translation>
    </message>
    <message>
        <source>The largest share must lie between 0 and 1; 0.5 is usual.</source>
        <translation>La plus grande part doit être entre 0 et 1 ; 0,5 est courant.</translation>
    </message>
    <message>
        <source>Locations, cases and controls or population differ in number.</source>
        <translation>Les lieux, les cas et les témoins ou la population diffèrent en nombre.</translation>
    </message>
    <message>
        <source>A scan needs at least 3 locations; there are {count}.</source>
        <translation>Un balayage exige au moins 3 lieux ; il y en a {count}.</translation>
    </message>
    <message>
        <source>Some locations have no finite coordinates. Repair their geometry.</source>
        <translation>Certains lieux n’ont pas de coordonnées finies. Réparez leur géométrie.</translation>
    </message>
    <message>
        <source>Cases must be whole numbers of 0 or more; see rows {rows}. Round imputed fractions first.</source>
        <translation>Les cas doivent être des nombres entiers de 0 ou plus ; voyez les lignes {rows}. Arrondissez d’abord les fractions imputées.</translation>
    </message>
    <message>
        <source>Controls or population are negative or missing in rows {rows}.</source>
        <translation>Les témoins ou la population sont négatifs ou absents aux lignes {rows}.</translation>
    </message>
    <message>
        <source>There are no cases, so there is nothing to scan for.</source>
        <translation>Il n’y a pas de cas : il n’y a rien à chercher.</translation>
    </message>
    <message>
        <source>The population is 0 everywhere, so no excess can be measured.</source>
        <translation>La population est partout de 0 : aucun excès ne peut être mesuré.</translation>
    </message>
    <message>
        <source>Controls must be whole numbers.</source>
        <translation>Les témoins doivent être des nombres entiers.</translation>
    </message>
    <message>
        <source>{locations} locations × {simulations} simulations need too much memory. Use fewer simulations.</source>
        <translation>{locations} lieux × {simulations} simulations exigent trop de mémoire. Utilisez moins de simulations.</translation>
    </message>
    <message>
        <source>There are no controls, so no excess can be measured.</source>
        <translation>Il n’y a pas de témoins : aucun excès ne peut être mesuré.</translation>
    </message>
    <message>
        <source>Rows {rows} have cases but a population of 0. Correct the population or the cases.</source>
        <translation>Les lignes {rows} ont des cas mais une population de 0. Corrigez la population ou les cas.</translation>
    </message>
    <message>
        <source>Drawing random maps</source>
        <translation>Tirage de cartes aléatoires</translation>
    </message>
    <message>
        <source>{source} does not fit as it is. Corrected: {sentence}</source>
        <translation>{source} ne convient pas tel quel. Corrigé : {sentence}</translation>
    </message>
    <message>
        <source>Internal</source>
        <translation>Interne</translation>
    </message>
    <message>
        <source>The project holds {names}. They can be made into patients and areas.</source>
        <translation>Le projet contient {names}. Ces couches peuvent servir de patients et de zones.</translation>
    </message>
    <message>
        <source>Fix</source>
        <translation>Corriger</translation>
    </message>
    <message>
        <source>&amp;Bring your files…</source>
        <translation>Vos &amp;fichiers…</translation>
    </message>
    <message>
        <source>Patients, areas, populations, borders, a crosswalk: all at once. Files may be dropped here.</source>
        <translation>Patients, zones, populations, limites, table de passage : tout à la fois. On peut aussi déposer les fichiers ici.</translation>
    </message>
    <message>
        <source>What was found in your files</source>
        <translation>Ce qui a été trouvé dans vos fichiers</translation>
    </message>
    <message>
        <source>Bring your files</source>
        <translation>Choisir vos fichiers</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>Lecture</translation>
    </message>
    <message>
        <source>{count} things were corrected.</source>
        <translation>{count} points ont été corrigés.</translation>
    </message>
    <message>
        <source>Drop your files here: patients, areas and their populations, all at once.</source>
        <translation>Déposez ici vos fichiers : patients, zones et populations, tous à la fois.</translation>
    </message>
    <message>
        <source>Leave out</source>
        <translation>Laisser de côté</translation>
    </message>
    <message>
        <source>Hide them</source>
        <translation>Masquer la liste</translation>
    </message>
    <message>
        <source>Show and undo</source>
        <translation>Afficher et annuler</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Rétablir</translation>
    </message>
    <message>
        <source>Count as empty</source>
        <translation>Compter comme vides</translation>
    </message>
    <message>
        <source>Reading {names}…</source>
        <translation>Lecture de {names}…</translation>
    </message>
    <message>
        <source>These files could not be read.</source>
        <translation>Ces fichiers n’ont pas pu être lus.</translation>
    </message>
    <message>
        <source>Forget these files</source>
        <translation>Oublier ces fichiers</translation>
    </message>
    <message>
        <source>Use them</source>
        <translation>Les utiliser</translation>
    </message>
    <message>
        <source>It is not used: “{column}” holds codes of the areas, and the middle of an area is no home. Give it as the records of “Counts by area for release”.</source>
        <translation>Non utilisé : « {column} » contient des codes de zones, et le centre d’une zone n’est pas un domicile. Donnez-le comme enregistrements à « Effectifs par zone pour diffusion ».</translation>
    </message>
    <message>
        <source>“{file}” cannot be read as a map or a table.</source>
        <translation>« {file} » ne peut être lu ni comme carte ni comme tableau.</translation>
    </message>
    <message>
        <source>“{file}” has no features.</source>
        <translation>« {file} » ne contient aucune entité.</translation>
    </message>
    <message>
        <source>“{field}” is text such as {example}, and was read as numbers.</source>
        <translation>« {field} » est du texte, par exemple {example}, et a été lu comme des nombres.</translation>
    </message>
    <message>
        <source>{name} with residents</source>
        <translation>{name} avec habitants</translation>
    </message>
    <message>
        <source>It is not used: it holds no places, and no people of the areas.</source>
        <translation>Non utilisé : il ne contient ni positions ni populations des zones.</translation>
    </message>
    <message>
        <source>{good} of {count} areas matched</source>
        <translation>{good} zones sur {count} appariées</translation>
    </message>
    <message>
        <source>Its numbers are degrees, and not of {crs}.</source>
        <translation>Ses nombres sont des degrés, et non des coordonnées {crs}.</translation>
    </message>
    <message>
        <source>The file names no coordinate reference system: in {crs} the patients lie in the areas.</source>
        <translation>Le fichier n’indique aucun système de coordonnées de référence : en {crs}, les patients se trouvent dans les zones.</translation>
    </message>
    <message>
        <source>The file names no coordinate reference system, and none that fits was found. Add its .prj.</source>
        <translation>Le fichier n’indique aucun système de coordonnées de référence et aucun ne convient. Ajoutez son fichier .prj.</translation>
    </message>
    <message>
        <source>{count} areas have no number of people: {areas}.</source>
        <translation>{count} zones n’ont pas d’effectif de population : {areas}.</translation>
    </message>
    <message>
        <source>{count} rows without a place, listed</source>
        <translation>{count} lignes sans position, énumérées</translation>
    </message>
    <message>
        <source>It is not used: the patients are another layer of points.</source>
        <translation>Non utilisé : les patients sont une autre couche de points.</translation>
    </message>
    <message>
        <source>{good} of {count} patients placed</source>
        <translation>{good} patients sur {count} localisés</translation>
    </message>
    <message>
        <source>{count} residents</source>
        <translation>{count} habitants</translation>
    </message>
    <message>
        <source>{good} of {count} areas matched after adding leading zeros</source>
        <translation>{good} zones sur {count} appariées après ajout des zéros initiaux</translation>
    </message>
    <message>
        <source>{good} of {count} areas matched by the end of their codes</source>
        <translation>{good} zones sur {count} appariées par la fin de leur code</translation>
    </message>
    <message>
        <source>{good} of {count} areas matched through the crosswalk</source>
        <translation>{good} zones sur {count} appariées grâce à la table de passage</translation>
    </message>
    <message>
        <source>{count} areas without a number of people count as empty: {areas}.</source>
        <translation>{count} zones sans effectif de population comptent comme vides : {areas}.</translation>
    </message>
    <message>
        <source>{count} areas without a number of people were left out: {areas}.</source>
        <translation>{count} zones sans effectif de population ont été laissées de côté : {areas}.</translation>
    </message>
    <message>
        <source>{count} areas</source>
        <translation>{count} zones</translation>
    </message>
    <message>
        <source>more than {people} people</source>
        <translation>plus de {people} personnes</translation>
    </message>
    <message>
        <source>[Not selected]</source>
        <translation>[Non sélectionné]</translation>
    </message>
    <message>
        <source>Publish…</source>
        <translation>Publier…</translation>
    </message>
    <message>
        <source>Check a picture or document…</source>
        <translation>Vérifier une image ou un document…</translation>
    </message>
    <message>
        <source>Open the sample</source>
        <translation>Ouvrir l’exemple</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Aide</translation>
    </message>
    <message>
        <source>Choose the patients: the project has no layer of points.</source>
        <translation>Choisissez les patients : le projet ne contient aucune couche de points.</translation>
    </message>
    <message>
        <source>Choose the areas: the project has no layer of polygons.</source>
        <translation>Choisissez les zones : le projet ne contient aucune couche de polygones.</translation>
    </message>
    <message>
        <source>{count} parts, with their patients: {parts}.</source>
        <translation>{count} parties, avec leurs patients : {parts}.</translation>
    </message>
    <message>
        <source>Sign only if “{field}” says when, and nothing of who somebody is, as a date of birth does.</source>
        <translation>Ne signez que si « {field} » date un événement, sans rien dire de la personne, comme le ferait une date de naissance.</translation>
    </message>
    <message>
        <source>“{layer}” has unsaved changes, which would be left out. Save them, or discard them.</source>
        <translation>« {layer} » a des modifications non enregistrées, qui ne seraient pas prises en compte. Enregistrez-les ou annulez-les.</translation>
    </message>
    <message>
        <source>{count} patients have no value by which they are parted (features {features}). Fill it in, or take them out of the layer.</source>
        <translation>{count} patients n’ont pas de valeur qui les range dans une partie (entités {features}). Complétez-la, ou retirez-les de la couche.</translation>
    </message>
    <message>
        <source>{count} parts are more than {most}.</source>
        <translation>{count} parties : c’est plus que {most}.</translation>
    </message>
    <message>
        <source>Fewer than {fewest} patients are in {parts}.</source>
        <translation>Moins de {fewest} patients dans : {parts}.</translation>
    </message>
    <message>
        <source>Choose the field that identifies a patient, with a value for each: a patient in two of the maps is drawn twice, and both together give away more than each.</source>
        <translation>Choisissez le champ qui identifie un patient, avec une valeur pour chacun : un patient présent sur deux des cartes est tiré deux fois, et les deux ensemble en disent plus que chacune.</translation>
    </message>
    <message>
        <source>{count} patients are in more than one part, and would be drawn twice. Publish the whole list each time by a release ledger, which draws nobody twice, or keep one record of each.</source>
        <translation>{count} patients sont dans plus d’une partie, et seraient tirés deux fois. Publiez chaque fois la liste entière avec un registre des diffusions, qui ne tire personne deux fois, ou gardez un enregistrement de chacun.</translation>
    </message>
    <message>
        <source>What the check found</source>
        <translation>Ce que la vérification a trouvé</translation>
    </message>
    <message>
        <source>Choose the patients.</source>
        <translation>Choisissez les patients.</translation>
    </message>
    <message>
        <source>Choose the areas.</source>
        <translation>Choisissez les zones.</translation>
    </message>
    <message>
        <source>Choose the field of “{layer}” that counts the people of each area. If the numbers are in a table, join it to the areas by their code.</source>
        <translation>Choisissez le champ de « {layer} » qui donne la population de chaque zone. Si les effectifs se trouvent dans une table, joignez-la aux zones par leur code.</translation>
    </message>
    <message>
        <source>{people} people in {areas} areas from “{field}”. {records} patients, {outside} outside every area.</source>
        <translation>{people} personnes dans {areas} zones d’après « {field} ». {records} patients, {outside} hors de toute zone.</translation>
    </message>
    <message>
        <source>Fields released: none.</source>
        <translation>Champs diffusés : aucun.</translation>
    </message>
    <message>
        <source>{count} patients have more than one record in a part. Keep one of each: the limit holds for a record, and several of one patient give away more.</source>
        <translation>{count} patients ont plus d’un enregistrement dans une partie. N’en gardez qu’un de chacun : la limite vaut pour un enregistrement, et plusieurs d’un même patient révèlent davantage.</translation>
    </message>
    <message>
        <source>{count} identifiers are in more than one part but for capitals, blanks and leading zeros. Make sure that they are of different patients.</source>
        <translation>{count} identifiants sont dans plus d’une partie, aux majuscules, espaces et zéros initiaux près. Assurez-vous qu’ils désignent des patients différents.</translation>
    </message>
    <message>
        <source>{count} places are in more than one part. Make sure that no patient is, under another identifier, and no household whose dots somebody could tell.</source>
        <translation>{count} lieux sont dans plus d’une partie. Assurez-vous qu’aucun patient n’y est sous un autre identifiant, ni aucun ménage dont quelqu’un pourrait reconnaître les points.</translation>
    </message>
    <message>
        <source>{outside} of {records} patients lie outside every area. Correct their places, add the areas where they live, or leave them out.</source>
        <translation>{outside} patients sur {records} sont hors de toute zone. Corrigez leurs lieux, ajoutez les zones où ils habitent, ou laissez-les de côté.</translation>
    </message>
    <message>
        <source>{records} patients are fewer than the {fewest} below which health agencies show no count: whoever knows one of them learns much of the others. Show more of them together, or none.</source>
        <translation>{records} patients : moins que le seuil de {fewest} sous lequel les agences de santé ne publient aucun effectif. Qui connaît l’un d’eux apprend beaucoup des autres. Montrez-en davantage ensemble, ou aucun.</translation>
    </message>
    <message>
        <source>At {chance} these {people} people can hide {most} patients, and there are {records}. Add areas, or allow a larger risk.</source>
        <translation>Au risque de {chance}, ces {people} habitants peuvent masquer {most} patients, or il y en a {records}. Ajoutez des zones, ou admettez un risque plus élevé.</translation>
    </message>
    <message>
        <source>“{field}” of “{layer}” is text, not numbers. Make a field of whole numbers of it with QGIS's field calculator, without marks between thousands.</source>
        <translation>« {field} » de « {layer} » est du texte, non des nombres. Faites-en un champ d’entiers avec la calculatrice de champs de QGIS, sans séparateur de milliers.</translation>
    </message>
    <message>
        <source>All {records} patients lie outside every area: longitude and latitude may be swapped, or a layer's coordinate reference system is not the one of its numbers.</source>
        <translation>Les {records} patients se trouvent tous hors des zones : longitude et latitude sont peut-être inversées, ou le système de coordonnées d’une couche n’est pas celui de ses valeurs.</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>Vérification…</translation>
    </message>
    <message>
        <source>Choose the field of “{layer}” with one code an area.</source>
        <translation>Choisissez le champ de « {layer} » qui donne un code distinct à chaque zone.</translation>
    </message>
    <message>
        <source>Explain this number</source>
        <translation>Expliquer ce nombre</translation>
    </message>
    <message>
        <source>See it in 20 seconds</source>
        <translation>Voir en 20 secondes</translation>
    </message>
    <message>
        <source>not asked for</source>
        <translation>non demandé</translation>
    </message>
    <message>
        <source>Slide the risk</source>
        <translation>Faire varier le risque</translation>
    </message>
    <message>
        <source>Choose the picture</source>
        <translation>Choisissez l’image</translation>
    </message>
    <message>
        <source>Pictures (*.png *.jpg *.jpeg *.tif *.tiff *.pdf *.svg)</source>
        <translation>Images (*.png *.jpg *.jpeg *.tif *.tiff *.pdf *.svg)</translation>
    </message>
    <message>
        <source>Masked map</source>
        <translation>Carte masquée</translation>
    </message>
    <message>
        <source>Who &amp;gets it?</source>
        <translation>&amp;Qui la reçoit ?</translation>
    </message>
    <message>
        <source>&amp;Risk</source>
        <translation>&amp;Risque</translation>
    </message>
    <message>
        <source>P&amp;icture</source>
        <translation>&amp;Image</translation>
    </message>
    <message>
        <source>P&amp;atients</source>
        <translation>&amp;Patients</translation>
    </message>
    <message>
        <source>Ar&amp;eas</source>
        <translation>&amp;Zones</translation>
    </message>
    <message>
        <source>I&amp;dentifier</source>
        <translation>I&amp;dentifiant</translation>
    </message>
    <message>
        <source>Pop&amp;ulation</source>
        <translation>Pop&amp;ulation</translation>
    </message>
    <message>
        <source>&amp;Masked points</source>
        <translation>Points &amp;masqués</translation>
    </message>
    <message>
        <source>&amp;Borders</source>
        <translation>&amp;Limites</translation>
    </message>
    <message>
        <source>S&amp;treets</source>
        <translation>Rue&amp;s</translation>
    </message>
    <message>
        <source>Addre&amp;sses</source>
        <translation>Adr&amp;esses</translation>
    </message>
    <message>
        <source>Ne&amp;ver across</source>
        <translation>Sans &amp;franchir</translation>
    </message>
    <message>
        <source>For eac&amp;h</source>
        <translation>Pour c&amp;haque</translation>
    </message>
    <message>
        <source>Patient’s &amp;code</source>
        <translation>&amp;Code du patient</translation>
    </message>
    <message>
        <source>&amp;Fewest patients</source>
        <translation>Patients (mi&amp;n.)</translation>
    </message>
    <message>
        <source>&amp;Title</source>
        <translation>&amp;Titre</translation>
    </message>
    <message>
        <source>one for all</source>
        <translation>une pour tous</translation>
    </message>
    <message>
        <source>A risk of my own</source>
        <translation>Un risque que je fixe</translation>
    </message>
    <message>
        <source>area with its own “{field}”</source>
        <translation>zone ayant son « {field} »</translation>
    </message>
    <message>
        <source>month or year of “{field}”</source>
        <translation>mois ou année de « {field} »</translation>
    </message>
    <message>
        <source>Masked dot map</source>
        <translation>Carte de points masqués</translation>
    </message>
    <message>
        <source>&amp;Publish</source>
        <translation>&amp;Publier</translation>
    </message>
    <message>
        <source>Counts by area</source>
        <translation>Effectifs par zone</translation>
    </message>
    <message>
        <source>Check a picture</source>
        <translation>Vérifier une image</translation>
    </message>
    <message>
        <source>&amp;Check</source>
        <translation>&amp;Vérifier</translation>
    </message>
    <message>
        <source>Compare masks</source>
        <translation>Comparer des masques</translation>
    </message>
    <message>
        <source>C&amp;ompare</source>
        <translation>&amp;Comparer</translation>
    </message>
    <message>
        <source>Held back: nothing in {folder} may be released.</source>
        <translation>Bloqué : rien dans {folder} ne peut être diffusé.</translation>
    </message>
    <message>
        <source>Written into {folder}, each into a folder of its own.</source>
        <translation>Écrit dans {folder}, chacune dans son propre dossier.</translation>
    </message>
    <message>
        <source>Written into {folder}, which is internal.</source>
        <translation>Écrit dans {folder}, qui est interne.</translation>
    </message>
    <message>
        <source>Published into {folder}.</source>
        <translation>Publié dans {folder}.</translation>
    </message>
    <message>
        <source>The layers have changed since they were checked. Try again.</source>
        <translation>Les couches ont changé depuis leur vérification. Réessayez.</translation>
    </message>
    <message>
        <source>GeoDeID: publish</source>
        <translation>GeoDeID : publier</translation>
    </message>
    <message>
        <source>Check a picture or document</source>
        <translation>Vérifier une image ou un document</translation>
    </message>
    <message>
        <source>What the preview found</source>
        <translation>Ce que l’aperçu a trouvé</translation>
    </message>
    <message>
        <source>Why it is off</source>
        <translation>Pourquoi il est désactivé</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Résultat</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Avancement</translation>
    </message>
    <message>
        <source>What to publish or to check</source>
        <translation>Que publier ou vérifier</translation>
    </message>
    <message>
        <source>Earlier runs: fill in the answers of one of them</source>
        <translation>Historique : reprendre les réponses d’une exécution</translation>
    </message>
    <message>
        <source>Fill in the answers of an earlier run</source>
        <translation>Reprendre les réponses d’une exécution précédente</translation>
    </message>
    <message>
        <source>Chec&amp;k a file…</source>
        <translation>Vérifier un &amp;fichier…</translation>
    </message>
    <message>
        <source>Ask what a picture or a document gives away. Files and folders may be dropped here.</source>
        <translation>Vérifie ce que révèle une image ou un document. Fichiers et dossiers peuvent aussi être déposés ici.</translation>
    </message>
    <message>
        <source>Folder in which the new folder is made</source>
        <translation>Dossier dans lequel le nouveau dossier est créé</translation>
    </message>
    <message>
        <source>Choose the folder</source>
        <translation>Choisissez le dossier</translation>
    </message>
    <message>
        <source>Name of the new folder</source>
        <translation>Nom du nouveau dossier</translation>
    </message>
    <message>
        <source>Run it in the background</source>
        <translation>Exécuter en arrière-plan</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>&amp;Annuler</translation>
    </message>
    <message>
        <source>All &amp;options…</source>
        <translation>Toutes les &amp;options…</translation>
    </message>
    <message>
        <source>Open the dialog with every option, filled in with these choices</source>
        <translation>Ouvrir la boîte de dialogue avec toutes les options, remplie de ces choix</translation>
    </message>
    <message>
        <source>your files are being read.</source>
        <translation>vos fichiers sont en cours de lecture.</translation>
    </message>
    <message>
        <source>Stopped: the layers changed while this ran, so nothing was kept. Start it again.</source>
        <translation>Arrêté : les couches ont changé pendant le traitement, et rien n’a été conservé. Relancez-le.</translation>
    </message>
    <message>
        <source>Metrics of an earlier run</source>
        <translation>METRICS d’une exécution antérieure</translation>
    </message>
    <message>
        <source>JSON files (*.json)</source>
        <translation>Fichiers JSON (*.json)</translation>
    </message>
    <message>
        <source>Choose what the picture was drawn from, then check it.</source>
        <translation>Choisissez les couches d’où l’image est tirée, puis vérifiez-la.</translation>
    </message>
    <message>
        <source>F&amp;older</source>
        <translation>D&amp;ossier</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Nom</translation>
    </message>
    <message>
        <source>Choose the picture to check.</source>
        <translation>Choisissez l’image à vérifier.</translation>
    </message>
    <message>
        <source>The layers are being checked. Try again in a moment.</source>
        <translation>Les couches sont en cours de vérification. Réessayez dans un instant.</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>Arrêt…</translation>
    </message>
    <message>
        <source>Filled in from {file}. Check it, then publish.</source>
        <translation>Rempli d’après {file}. Vérifiez, puis publiez.</translation>
    </message>
    <message>
        <source>{button} is off: {reason}</source>
        <translation>{button} est désactivé : {reason}</translation>
    </message>
    <message>
        <source>{step}. {seconds} s so far.</source>
        <translation>{step}. {seconds} s jusqu’ici.</translation>
    </message>
    <message>
        <source>From a &amp;file…</source>
        <translation>Depuis un &amp;fichier…</translation>
    </message>
    <message>
        <source>{kilometres} km</source>
        <translation>{kilometres} km</translation>
    </message>
    <message>
        <source>{metres} m</source>
        <translation>{metres} m</translation>
    </message>
    <message>
        <source>Before and after</source>
        <translation>Avant et après</translation>
    </message>
    <message>
        <source>What it costs</source>
        <translation>Le coût</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>Aperçu</translation>
    </message>
    <message>
        <source>The preview is paused while this runs.</source>
        <translation>L’aperçu est suspendu pendant l’exécution.</translation>
    </message>
    <message>
        <source>Masking…</source>
        <translation>Masquage…</translation>
    </message>
    <message>
        <source>{zones} zones in this preview, each with people enough. {left_out} areas are in none, and would be left out.</source>
        <translation>{zones} zones fusionnées dans cet aperçu, chacune assez peuplée. {left_out} zones ne sont dans aucune, et seraient laissées de côté.</translation>
    </message>
    <message>
        <source>Curve of risk and expected move</source>
        <translation>Courbe du risque et du déplacement attendu</translation>
    </message>
    <message>
        <source>risk {risk}: {move} m</source>
        <translation>risque {risk} : {move} m</translation>
    </message>
    <message>
        <source>Risk</source>
        <translation>Risque</translation>
    </message>
    <message>
        <source>Map before masking</source>
        <translation>Carte avant le masquage</translation>
    </message>
    <message>
        <source>Map after masking</source>
        <translation>Carte après le masquage</translation>
    </message>
    <message>
        <source>After: one possible map</source>
        <translation>Après : une carte possible</translation>
    </message>
    <message>
        <source>After: the zones</source>
        <translation>Après : les zones fusionnées</translation>
    </message>
    <message>
        <source>Merging areas…</source>
        <translation>Fusion des zones…</translation>
    </message>
    <message>
        <source>Before: internal</source>
        <translation>Avant : interne</translation>
    </message>
    <message>
        <source>In this preview people moved {measured} on average ({move} expected); the audited risk is {risk}.</source>
        <translation>Dans cet aperçu, les personnes sont déplacées de {measured} en moyenne ({move} attendus) ; le risque vérifié est de {risk}.</translation>
    </message>
    <message>
        <source>Answers, one for each part</source>
        <translation>Réponses, une par partie</translation>
    </message>
    <message>
        <source>&amp;Report</source>
        <translation>&amp;Rapport</translation>
    </message>
    <message>
        <source>Open the report that is signed</source>
        <translation>Ouvrir le rapport à signer</translation>
    </message>
    <message>
        <source>Fo&amp;lder</source>
        <translation>&amp;Dossier</translation>
    </message>
    <message>
        <source>Open the folder with everything that was made</source>
        <translation>Ouvrir le dossier de tout ce qui a été produit</translation>
    </message>
    <message>
        <source>&amp;Swipe</source>
        <translation>&amp;Volet</translation>
    </message>
    <message>
        <source>Lay the true map over the map, up to a line that the mouse moves</source>
        <translation>Superposer la carte des lieux réels, jusqu’à une ligne que la souris déplace</translation>
    </message>
    <message>
        <source>Hide what is &amp;internal</source>
        <translation>Masquer ce qui est &amp;interne</translation>
    </message>
    <message>
        <source>Take true places and links off the map; they stay layers</source>
        <translation>Retirer de la carte les lieux réels et les liens ; les couches restent</translation>
    </message>
    <message>
        <source>Hand o&amp;ver</source>
        <translation>Re&amp;mettre</translation>
    </message>
    <message>
        <source>Make one zip of the release, with checksums</source>
        <translation>Faire un seul fichier zip de la diffusion, avec ses sommes de contrôle</translation>
    </message>
    <message>
        <source>C&amp;hange something</source>
        <translation>M&amp;odifier</translation>
    </message>
    <message>
        <source>Go back to the choices</source>
        <translation>Revenir aux choix</translation>
    </message>
    <message>
        <source>Hand over</source>
        <translation>Remettre</translation>
    </message>
    <message>
        <source>May it be published?</source>
        <translation>Peut-on le publier ?</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Pourquoi</translation>
    </message>
    <message>
        <source>Where it lies</source>
        <translation>Où cela se trouve</translation>
    </message>
    <message>
        <source>What is handed over</source>
        <translation>Ce qui est remis</translation>
    </message>
    <message>
        <source>{count} patients</source>
        <translation>{count} patients</translation>
    </message>
    <message>
        <source>{file} holds the release and the checksums of its files. It may be handed over as a whole.</source>
        <translation>{file} contient la diffusion et les sommes de contrôle de ses fichiers. Ce fichier peut être remis tel quel.</translation>
    </message>
    <message>
        <source>{file} is no longer there.</source>
        <translation>{file} n’est plus là.</translation>
    </message>
    <message>
        <source>Left out, because this run did not make them: {files}.</source>
        <translation>Laissés de côté, car ce traitement ne les a pas produits : {files}.</translation>
    </message>
    <message>
        <source>Nothing could be written: {reason}.</source>
        <translation>Rien n’a pu être écrit : {reason}.</translation>
    </message>
    <message>
        <source>Writing</source>
        <translation>Écriture</translation>
    </message>
    <message>
        <source>Step {at} of {count}: {name}</source>
        <translation>Étape {at} de {count} : {name}</translation>
    </message>
    <message>
        <source>The preview could not be made.</source>
        <translation>L’aperçu n’a pas pu être produit.</translation>
    </message>
    <message>
        <source>The step “{name}” failed.</source>
        <translation>L’étape « {name} » a échoué.</translation>
    </message>
    <message>
        <source>HELD BACK: the verdict does not allow a release. Hand over nothing of this folder.</source>
        <translation>BLOQUÉ : le verdict ne permet pas de diffusion. Ne remettez rien de ce dossier.</translation>
    </message>
    <message>
        <source>“{file}” of the release is gone or not as it was judged: nothing is handed over. Run it again.</source>
        <translation>« {file} » de la diffusion a disparu ou n’est plus tel qu’il a été jugé : rien n’est remis. Relancez le traitement.</translation>
    </message>
    <message>
        <source>Give the new folder a name of its own, without / and \.</source>
        <translation>Donnez au nouveau dossier un nom à lui, sans / ni \.</translation>
    </message>
    <message>
        <source>{folder} could not be made. Choose a folder in which you may write.</source>
        <translation>{folder} n’a pu être créé. Choisissez un dossier où vous pouvez écrire.</translation>
    </message>
    <message>
        <source>masked points, renumbered and in random order</source>
        <translation>points masqués, renumérotés et en ordre aléatoire</translation>
    </message>
    <message>
        <source>the people whom a masked point at each place stands for: the denominator of rates</source>
        <translation>les personnes que représente un point masqué en chaque lieu : le dénominateur des taux</translation>
    </message>
    <message>
        <source>the map to print</source>
        <translation>la carte à imprimer</translation>
    </message>
    <message>
        <source>areas with people and counts; withheld counts are empty</source>
        <translation>zones avec personnes et effectifs ; les effectifs masqués sont vides</translation>
    </message>
    <message>
        <source>the same rows as a table</source>
        <translation>les mêmes lignes sous forme de tableau</translation>
    </message>
    <message>
        <source>method, guarantee and accuracy, with a sentence for a methods section</source>
        <translation>méthode, garantie et exactitude, avec une phrase pour la section des méthodes</translation>
    </message>
    <message>
        <source>{folder} is a link. Choose another name.</source>
        <translation>{folder} est un lien. Choisissez un autre nom.</translation>
    </message>
    <message>
        <source>{folder} holds files already. Choose another name: nothing is replaced.</source>
        <translation>{folder} contient déjà des fichiers. Choisissez un autre nom : rien n’est remplacé.</translation>
    </message>
    <message>
        <source>This folder may be handed over as a whole. Nothing in the folder “internal” beside it may.</source>
        <translation>Ce dossier peut être remis en entier. Rien du dossier « internal » à côté ne le peut.</translation>
    </message>
    <message>
        <source>This folder may be handed over as a whole once the conditions on the first page of report.html are met. Nothing in the folder “internal” beside it may.</source>
        <translation>Ce dossier peut être transmis en entier dès que les conditions de la première page de report.html sont remplies. Rien du dossier « internal » voisin ne peut l’être.</translation>
    </message>
    <message>
        <source>Check the layers</source>
        <translation>Vérifier les couches</translation>
    </message>
    <message>
        <source>Counts what a mask would find in its layers.</source>
        <translation>Compte ce qu’un masque trouverait dans ses couches.</translation>
    </message>
    <message>
        <source>“{field}” names patients, and of {count} of them there are several rows ({patients}). Keep one row of each. If rows are visits, publish counts, and give the field as “Patient identifier” under “All options…”.</source>
        <translation>« {field} » désigne des patients, dont {count} ont plusieurs lignes ({patients}). Gardez une ligne de chacun. Si les lignes sont des visites, publiez des effectifs et donnez le champ comme « Identifiant du patient » sous « Toutes les options… ».</translation>
    </message>
    <message>
        <source>Part of the areas</source>
        <translation>Partie des zones</translation>
    </message>
    <message>
        <source>Field of the areas that parts a series.</source>
        <translation>Champ des zones qui partage une série.</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Temps</translation>
    </message>
    <message>
        <source>Field of the patients whose months or years part it.</source>
        <translation>Champ des patients dont les mois ou les années la partagent.</translation>
    </message>
    <message>
        <source>Patient</source>
        <translation>Patient</translation>
    </message>
    <message>
        <source>Field that identifies a patient.</source>
        <translation>Champ qui identifie un patient.</translation>
    </message>
    <message>
        <source>not in this project: {names}</source>
        <translation>absent de ce projet : {names}</translation>
    </message>
    <message>
        <source>{file} holds no metrics of an earlier run.</source>
        <translation>{file} ne contient pas les METRICS d’une exécution antérieure.</translation>
    </message>
    <message>
        <source>The folder could not be finished: nothing was kept.</source>
        <translation>Le dossier n’a pu être achevé : rien n’a été gardé.</translation>
    </message>
    <message>
        <source>{count} of {all} may be published.</source>
        <translation>{count} sur {all} peuvent être publiées.</translation>
    </message>
    <message>
        <source>{value} ({at} of {count}). {step}</source>
        <translation>{value} ({at} sur {count}). {step}</translation>
    </message>
    <message>
        <source>Whoever has all of them finds any one person with a chance of {risk} at most, within the limit of {limit}.</source>
        <translation>Qui les a toutes trouve une personne donnée avec une probabilité de {risk} au plus, dans la limite de {limit}.</translation>
    </message>
    <message>
        <source>What they say together of one person could not be proved.</source>
        <translation>Ce qu’elles disent ensemble d’une personne n’a pu être prouvé.</translation>
    </message>
    <message>
        <source>Together they may give one person away with a chance of {risk}, above the limit of {limit}: publish fewer of them.</source>
        <translation>Ensemble, elles peuvent trahir une personne avec une probabilité de {risk}, au-dessus de la limite de {limit} : publiez-en moins.</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>Partie</translation>
    </message>
    <message>
        <source>Patients</source>
        <translation>Patients</translation>
    </message>
    <message>
        <source>All together</source>
        <translation>Toutes ensemble</translation>
    </message>
    <message>
        <source>True places: internal</source>
        <translation>Lieux réels : interne</translation>
    </message>
    <message>
        <source>As it leaves</source>
        <translation>Tel que diffusé</translation>
    </message>
    <message>
        <source>Line between the true map and the one that leaves</source>
        <translation>Ligne entre la carte réelle et celle qui est diffusée</translation>
    </message>
    <message>
        <source>Drag the line, or move it with the arrow keys.</source>
        <translation>Faites glisser la ligne, ou déplacez-la avec les flèches.</translation>
    </message>
    <message>
        <source>A table of the database holds bytes, and nobody can tell what they say. Save its layers into a new file without them.</source>
        <translation>Une table de la base de données contient des octets dont personne ne peut dire ce qu’ils disent. Enregistrez ses couches dans un nouveau fichier sans eux.</translation>
    </message>
    <message>
        <source>The database still holds pages of what was deleted from it. Compact it (VACUUM in the DB Manager), or save its layers into a new file.</source>
        <translation>La base de données contient encore des pages de ce qui en a été effacé. Compactez-la (VACUUM dans le gestionnaire de bases de données), ou enregistrez ses couches dans un nouveau fichier.</translation>
    </message>
    <message>
        <source>rows that were deleted, but are still in the file</source>
        <translation>lignes effacées, mais encore dans le fichier</translation>
    </message>
    <message>
        <source>a layer of a data file</source>
        <translation>une couche d’un fichier de données</translation>
    </message>
    <message>
        <source>tiles of a map</source>
        <translation>tuiles d’une carte</translation>
    </message>
    <message>
        <source>It is a file of data that this QGIS cannot read, so nobody can say what it holds.</source>
        <translation>C’est un fichier de données que ce QGIS ne peut lire ; personne ne peut donc dire ce qu’il contient.</translation>
    </message>
    <message>
        <source>A layer of it has more than {most} features. Check it in pieces.</source>
        <translation>Une de ses couches a plus de {most} entités. Vérifiez-le par morceaux.</translation>
    </message>
    <message>
        <source>Its numbers were read up to here only: it holds more than 300,000 positions. Check it in pieces.</source>
        <translation>Ses nombres n’ont été lus que jusqu’ici : il contient plus de 300 000 positions. Vérifiez-le par morceaux.</translation>
    </message>
    <message>
        <source>fields of a data file</source>
        <translation>champs d’un fichier de données</translation>
    </message>
    <message>
        <source>It could not be read.</source>
        <translation>Il n’a pu être lu.</translation>
    </message>
    <message>
        <source>The page takes it from outside its folder, so it was not examined. Check that file, too.</source>
        <translation>La page le prend hors de son dossier ; il n’a donc pas été regardé. Vérifiez aussi ce fichier.</translation>
    </message>
    <message>
        <source>The page refers to it, but it does not lie there.</source>
        <translation>La page y renvoie, mais il n’y est pas.</translation>
    </message>
    <message>
        <source>It has more than 500 MB and was not read. Check it in pieces.</source>
        <translation>Il dépasse 500 Mo et n’a pas été lu. Vérifiez-le par morceaux.</translation>
    </message>
    <message>
        <source>The picture {name} has no pixels.</source>
        <translation>L’image {name} n’a pas de pixels.</translation>
    </message>
    <message>
        <source>The picture {name} would have {millions} million pixels; up to {most} are read. Make it smaller first.</source>
        <translation>L’image {name} aurait {millions} millions de pixels ; jusqu’à {most} sont lus. Réduisez-la d’abord.</translation>
    </message>
    <message>
        <source>The picture {name} is empty.</source>
        <translation>L’image {name} est vide.</translation>
    </message>
    <message>
        <source>{name} is animated, and only one frame could be checked. Save that frame by itself.</source>
        <translation>{name} est animée, et une seule vue pourrait être vérifiée. Enregistrez cette vue à part.</translation>
    </message>
    <message>
        <source>{name} holds several pages, and only the first could be checked. Save each by itself.</source>
        <translation>{name} contient plusieurs pages, et seule la première a pu être vérifiée. Enregistrez chacune à part.</translation>
    </message>
    <message>
        <source>unknown format</source>
        <translation>format inconnu</translation>
    </message>
    <message>
        <source>{name} is not an SVG picture that can be read. The check was not made.</source>
        <translation>{name} n’est pas une image SVG lisible. Le contrôle n’a pas été fait.</translation>
    </message>
    <message>
        <source>Qt cannot read the SVG.</source>
        <translation>Qt ne peut lire le SVG.</translation>
    </message>
    <message>
        <source>GDAL cannot read the paths of the PDF.</source>
        <translation>GDAL ne peut lire les tracés du PDF.</translation>
    </message>
    <message>
        <source>{name} is not a picture that can be read: {reason}. The check was not made.</source>
        <translation>{name} n’est pas une image lisible : {reason}. Le contrôle n’a pas été fait.</translation>
    </message>
    <message>
        <source>The picture has no colour channel.</source>
        <translation>L’image n’a pas de canal de couleur.</translation>
    </message>
    <message>
        <source>The picture is damaged or cut short: its pixels could not be read.</source>
        <translation>L’image est abîmée ou tronquée : ses pixels n’ont pas pu être lus.</translation>
    </message>
    <message>
        <source>The picture {name} is large and transparent, and looks otherwise on every ground. Save it without transparency.</source>
        <translation>L’image {name} est grande et transparente : elle change d’aspect avec chaque fond. Enregistrez-la sans transparence.</translation>
    </message>
    <message>
        <source>GDAL reads where each pixel lies on the map.</source>
        <translation>GDAL lit où chaque pixel se trouve sur la carte.</translation>
    </message>
    <message>
        <source>GDAL reads control points from the file.</source>
        <translation>GDAL lit des points de contrôle dans le fichier.</translation>
    </message>
    <message>
        <source>GDAL reads a coordinate system from the file.</source>
        <translation>GDAL lit un système de coordonnées dans le fichier.</translation>
    </message>
    <message>
        <source>The PDF holds too many paths to be read a second time.</source>
        <translation>Le PDF contient trop de tracés pour être lu une seconde fois.</translation>
    </message>
    <message>
        <source>It is a raster of {millions:.0f} million numbers, more than are turned back. Check a part of it by itself.</source>
        <translation>C’est une image matricielle de {millions:.0f} millions de nombres, plus qu’on n’en inverse. Vérifiez-en une partie seule.</translation>
    </message>
    <message>
        <source>It is a raster of numbers that is damaged.</source>
        <translation>C’est un raster de nombres endommagé.</translation>
    </message>
    <message>
        <source>This algorithm needs the Python package(s) {names}, which this QGIS does not have.
Windows: open the OSGeo4W Shell and run: python -m pip install {names}
macOS: in Terminal run: /Applications/QGIS.app/Contents/MacOS/bin/python3 -m pip install {names}
Debian and Ubuntu: sudo apt install {debian}
Flatpak: flatpak run --devel --command=pip3 org.qgis.qgis install --user {names}
Then restart QGIS.</source>
        <translation>Cet algorithme a besoin du ou des paquets Python {names}, absents de ce QGIS.
Windows : ouvrez OSGeo4W Shell et tapez : python -m pip install {names}
macOS : dans Terminal, tapez : /Applications/QGIS.app/Contents/MacOS/bin/python3 -m pip install {names}
Debian et Ubuntu : sudo apt install {debian}
Flatpak : flatpak run --devel --command=pip3 org.qgis.qgis install --user {names}
Puis redémarrez QGIS.</translation>
    </message>
    <message>
        <source>Show research tools in the toolbox</source>
        <translation>Montrer les outils de recherche dans la boîte à outils</translation>
    </message>
    <message>
        <source>Processes that solve tiles of a large mask: a number, 0 for one a core, empty for QGIS itself</source>
        <translation>Processus qui résolvent les tuiles d’un grand masque : un nombre, 0 pour un par cœur, vide pour QGIS lui-même</translation>
    </message>
    <message>
        <source>Dask scheduler that solves tiles, such as tcp://127.0.0.1:8786</source>
        <translation>Ordonnanceur Dask qui résout les tuiles, comme tcp://127.0.0.1:8786</translation>
    </message>
    <message>
        <source>Areas of a tile, where a mask of many areas is cut; empty: 2 500, from 100 000 areas up</source>
        <translation>Zones d’une tuile, quand un masque de nombreuses zones est découpé ; vide : 2 500, à partir de 100 000 zones</translation>
    </message>
    <message>
        <source>{name} is {text}. Set it to a whole number of at least {least}, or empty it: it stands in Settings ▸ Options ▸ Processing ▸ Providers ▸ GeoDeID, or in the environment.</source>
        <translation>{name} vaut {text}. Mettez-y un nombre entier d’au moins {least}, ou videz-le : il se trouve dans Préférences ▸ Options ▸ Traitement ▸ Fournisseurs ▸ GeoDeID, ou dans l’environnement.</translation>
    </message>
    <message>
        <source>The cluster did not finish its work: {reason}. Nothing is kept. Start it again, with more memory a worker or smaller tiles where workers died.</source>
        <translation>La grappe n’a pas fini son travail : {reason}. Rien n’est gardé. Relancez-la, avec plus de mémoire par processus ou de plus petites tuiles si des processus sont morts.</translation>
    </message>
    <message>
        <source>A cluster needs the Python package distributed, which this QGIS does not have. Install it, or leave the address of the scheduler empty.</source>
        <translation>Une grappe demande le paquet Python distributed, que ce QGIS n’a pas. Installez-le, ou laissez vide l’adresse de l’ordonnanceur.</translation>
    </message>
    <message>
        <source>The cluster at {address} has no workers. Start some.</source>
        <translation>La grappe à {address} n’a aucun processus. Démarrez-en.</translation>
    </message>
    <message>
        <source>Workers {workers} lack numpy or scipy.</source>
        <translation>Les processus {workers} n’ont pas numpy ou scipy.</translation>
    </message>
    <message>
        <source>Workers {workers} write to their disks when memory runs short: populations of areas would be left there. Start them with distributed.worker.memory.target and distributed.worker.memory.spill set to false.</source>
        <translation>Les processus {workers} écrivent sur leurs disques quand la mémoire manque : des populations de zones y resteraient. Démarrez-les avec distributed.worker.memory.target et distributed.worker.memory.spill à false.</translation>
    </message>
    <message>
        <source>No Dask scheduler answers at {address}: {reason}. Check the address, and that its version of Dask fits the one here.</source>
        <translation>Aucun ordonnanceur Dask ne répond à {address} : {reason}. Vérifiez l’adresse, et que sa version de Dask convient à celle d’ici.</translation>
    </message>
    <message>
        <source>The cluster did not take the program: {reason}</source>
        <translation>La grappe n’a pas accepté le programme : {reason}</translation>
    </message>
    <message>
        <source>The workers can't run the program: {reason}. They need numpy and scipy, and versions of Python and Dask that fit those here.</source>
        <translation>Les processus ne peuvent exécuter le programme : {reason}. Il leur faut numpy et scipy, et des versions de Python et de Dask qui conviennent à celles d’ici.</translation>
    </message>
    <message>
        <source>Workers have {package} {others}, this process {here}: the guarantee and the certified gap are the same, the table itself may not be.</source>
        <translation>Les processus ont {package} {others}, celui-ci {here} : la garantie et l’écart certifié sont les mêmes, la table elle-même peut-être pas.</translation>
    </message>
    <message>
        <source>the scheduler or the last worker does not answer any more</source>
        <translation>l’ordonnanceur ou le dernier processus ne répond plus</translation>
    </message>
    <message>
        <source>A process that works on a tile ended {count} times: nothing is kept. There may be too little memory: use fewer processes or smaller tiles. Its last words: {words}</source>
        <translation>Un processus qui travaille à une tuile s’est arrêté {count} fois : rien n’est gardé. La mémoire manque peut-être : utilisez moins de processus ou de plus petites tuiles. Ses derniers mots : {words}</translation>
    </message>
    <message>
        <source>.</source>
        <translation>,</translation>
    </message>
    <message>
        <source>Nearest areas</source>
        <translation>Zones les plus proches</translation>
    </message>
    <message>
        <source>neighbours</source>
        <translation>voisins</translation>
    </message>
    <message>
        <source>nearest</source>
        <translation>plus proche</translation>
    </message>
    <message>
        <source>hausdorff</source>
        <translation>hausdorff</translation>
    </message>
    <message>
        <source>spherical cap</source>
        <translation>calotte sphérique</translation>
    </message>
    <message>
        <source>distance</source>
        <translation>distance</translation>
    </message>
    <message>
        <source>knn</source>
        <translation>knn</translation>
    </message>
    <message>
        <source>haversine</source>
        <translation>haversine</translation>
    </message>
    <message>
        <source>Finds the K nearest areas of every area, exactly, anywhere on Earth. Each area stands for a spherical cap of its size, so that areas of similar size are nearer.</source>
        <translation>Trouve les K zones les plus proches de chaque zone, exactement, partout sur Terre. Chaque zone vaut une calotte sphérique de sa taille, de sorte que des zones de taille semblable sont plus proches.</translation>
    </message>
    <message>
        <source>Adjacent areas</source>
        <translation>Zones adjacentes</translation>
    </message>
    <message>
        <source>adjacency</source>
        <translation>adjacence</translation>
    </message>
    <message>
        <source>contiguity</source>
        <translation>contiguïté</translation>
    </message>
    <message>
        <source>rook</source>
        <translation>tour</translation>
    </message>
    <message>
        <source>queen</source>
        <translation>reine</translation>
    </message>
    <message>
        <source>shared border</source>
        <translation>frontière commune</translation>
    </message>
    <message>
        <source>topology</source>
        <translation>topologie</translation>
    </message>
    <message>
        <source>islands</source>
        <translation>îles</translation>
    </message>
    <message>
        <source>Finds the pairs of areas that share a side, not only a corner, and measures the shared side. Areas without one are reported; on request they are joined to the nearest area.</source>
        <translation>Trouve les paires de zones qui partagent un côté, pas seulement un sommet, et mesure le côté commun. Les zones sans côté commun sont signalées ; sur demande elles sont reliées à la zone la plus proche.</translation>
    </message>
    <message>
        <source>{count} areas have fewer than {k} areas to choose from and got all of them.</source>
        <translation>{count} zones ont moins de {k} zones parmi lesquelles choisir ; toutes ont été données.</translation>
    </message>
    <message>
        <source>Size of the area (m²)</source>
        <translation>Superficie de la zone (m²)</translation>
    </message>
    <message>
        <source>Field with the size of each area that is given as a point. Polygons are measured.</source>
        <translation>Champ de la superficie de chaque zone donnée par un point. Les polygones sont mesurés.</translation>
    </message>
    <message>
        <source>Neighbours of each area</source>
        <translation>Voisins de chaque zone</translation>
    </message>
    <message>
        <source>Where fewer areas can be chosen, all of them are given.</source>
        <translation>Si moins de zones sont possibles, toutes sont données.</translation>
    </message>
    <message>
        <source>Distance</source>
        <translation>Distance</translation>
    </message>
    <message>
        <source>hausdorff: distance of the points plus the difference of the cap radii. centre: distance of the points alone.</source>
        <translation>hausdorff : distance des points plus différence des rayons. centre : distance des points seuls.</translation>
    </message>
    <message>
        <source>Neighbours</source>
        <translation>Voisins</translation>
    </message>
    <message>
        <source>A row for each area and neighbour: area, neighbour, rank (1 is the nearest), distance_m by the metric, and centre_distance_m.</source>
        <translation>Une ligne par zone et voisine : area, neighbour, rank (1 est la plus proche), distance_m selon la métrique, et centre_distance_m.</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>Liens</translation>
    </message>
    <message>
        <source>The same rows as lines between the representative points, coloured by rank.</source>
        <translation>Les mêmes lignes, tracées entre les points représentatifs, colorées selon le rang.</translation>
    </message>
    <message>
        <source>Areas with cap radius</source>
        <translation>Zones avec rayon de calotte</translation>
    </message>
    <message>
        <source>Copy of the areas with the field cap_radius_m, metres.</source>
        <translation>Copie des zones avec le champ cap_radius_m, en mètres.</translation>
    </message>
    <message>
        <source>Areas</source>
        <translation>Zones</translation>
    </message>
    <message>
        <source>Pairs found</source>
        <translation>Paires trouvées</translation>
    </message>
    <message>
        <source>Areas with fewer than K neighbours</source>
        <translation>Zones avec moins de K voisins</translation>
    </message>
    <message>
        <source>Seconds of the search</source>
        <translation>Secondes de recherche</translation>
    </message>
    <message>
        <source>{k} neighbours were asked for, but an area has {others} others: all were given.</source>
        <translation>{k} voisins demandés, mais une zone n’en a que {others} : tous ont été donnés.</translation>
    </message>
    <message>
        <source>Layer “{layer}” holds points, and points have no size. Choose the field with each area's size in square metres (AREA_SIZE), or the metric centre.</source>
        <translation>La couche « {layer} » contient des points, qui n’ont pas de superficie. Choisissez le champ de la superficie de chaque zone en mètres carrés (AREA_SIZE), ou la métrique centre.</translation>
    </message>
    <message>
        <source>Polygons of the areas. Parts of one area belong in one multipart feature.</source>
        <translation>Polygones des zones. Les parties d’une même zone forment une seule entité multipartie.</translation>
    </message>
    <message>
        <source>Tolerance (m)</source>
        <translation>Tolérance (m)</translation>
    </message>
    <message>
        <source>Borders closer than this are the same border, metres. A pair that only the tolerance joins must share more than four times its length.</source>
        <translation>Des limites plus proches sont la même limite, en mètres. Une paire que seule la tolérance joint doit partager plus de quatre fois sa longueur.</translation>
    </message>
    <message>
        <source>Join islands to their nearest area</source>
        <translation>Relier les îles à leur zone la plus proche</translation>
    </message>
    <message>
        <source>Adds a pair with shared_m = 0 from each area without a shared side to the nearest area.</source>
        <translation>Ajoute une paire avec shared_m = 0 de chaque zone sans côté partagé à la zone la plus proche.</translation>
    </message>
    <message>
        <source>Adjacent pairs</source>
        <translation>Paires adjacentes</translation>
    </message>
    <message>
        <source>A row for each pair: area, neighbour and shared_m, metres of shared side; 0 marks an island joined to its nearest.</source>
        <translation>Une ligne par paire : area, neighbour et shared_m, mètres de côté commun ; 0 marque une île reliée à la plus proche.</translation>
    </message>
    <message>
        <source>The same rows as lines between the centroids, moved inside where they lie outside.</source>
        <translation>Les mêmes lignes, tracées entre les centroïdes, ramenés à l’intérieur s’ils sont dehors.</translation>
    </message>
    <message>
        <source>Pairs that share a side</source>
        <translation>Paires qui partagent un côté</translation>
    </message>
    <message>
        <source>Areas without a shared side</source>
        <translation>Zones sans côté partagé</translation>
    </message>
    <message>
        <source>There is one area only, so it has no neighbours.</source>
        <translation>Il n’y a qu’une zone, elle n’a donc pas de voisin.</translation>
    </message>
    <message>
        <source>{count} areas have size 0 and count as points: {areas}.</source>
        <translation>{count} zones ont une superficie de 0 et comptent comme des points : {areas}.</translation>
    </message>
    <message>
        <source>{count} of {total} areas share no side with another: {areas}.</source>
        <translation>{count} zones sur {total} ne partagent aucun côté : {areas}.</translation>
    </message>
    <message>
        <source>Merge areas into safe zones</source>
        <translation>Fusionner des zones en secteurs sûrs</translation>
    </message>
    <message>
        <source>merge</source>
        <translation>fusionner</translation>
    </message>
    <message>
        <source>aggregate</source>
        <translation>agréger</translation>
    </message>
    <message>
        <source>region</source>
        <translation>région</translation>
    </message>
    <message>
        <source>zone</source>
        <translation>secteur</translation>
    </message>
    <message>
        <source>regionalisation</source>
        <translation>régionalisation</translation>
    </message>
    <message>
        <source>max-p</source>
        <translation>max-p</translation>
    </message>
    <message>
        <source>zone design</source>
        <translation>découpage en zones</translation>
    </message>
    <message>
        <source>k-anonymity</source>
        <translation>k-anonymat</translation>
    </message>
    <message>
        <source>zip</source>
        <translation>code zip</translation>
    </message>
    <message>
        <source>postcode</source>
        <translation>code postal</translation>
    </message>
    <message>
        <source>postal code</source>
        <translation>code postal</translation>
    </message>
    <message>
        <source>census tract</source>
        <translation>secteur de recensement</translation>
    </message>
    <message>
        <source>dissolve</source>
        <translation>dissoudre</translation>
    </message>
    <message>
        <source>small areas</source>
        <translation>petites zones</translation>
    </message>
    <message>
        <source>Merges the areas of each boundary unit into connected zones that are large enough to be released: as many as possible and, among those, zones that move people least. A unit that cannot meet the threshold is never released.</source>
        <translation>Fusionne les zones de chaque unité en secteurs connexes assez grands pour être diffusés : autant que possible et, parmi ceux-ci, ceux qui déplacent le moins. Une unité qui ne peut atteindre le seuil n’est jamais diffusée.</translation>
    </message>
    <message>
        <source>No unit can meet the threshold: the largest connected part holds {people} people. Choose a lower threshold, or larger boundary units.</source>
        <translation>Aucune unité ne peut atteindre le seuil : la plus grande partie connexe compte {people} personnes. Choisissez un seuil plus bas ou des unités plus grandes.</translation>
    </message>
    <message>
        <source>Merged areas</source>
        <translation>Zones fusionnées</translation>
    </message>
    <message>
        <source>Every area with cluster, cluster_population, cluster_risk, status (clustered or unresolved), area_population, cluster_bounds and colour.</source>
        <translation>Chaque zone avec cluster, cluster_population, cluster_risk, status (clustered ou unresolved), area_population, cluster_bounds et colour.</translation>
    </message>
    <message>
        <source>Zones</source>
        <translation>Secteurs</translation>
    </message>
    <message>
        <source>The zones, dissolved; unresolved areas are never among them.</source>
        <translation>Les secteurs, dissous ; les zones non résolues n’en font jamais partie.</translation>
    </message>
    <message>
        <source>Upper bound on the number of zones</source>
        <translation>Borne supérieure du nombre de secteurs</translation>
    </message>
    <message>
        <source>Highest risk of a zone</source>
        <translation>Plus grand risque d’un secteur</translation>
    </message>
    <message>
        <source>Mean move (m)</source>
        <translation>Déplacement moyen (m)</translation>
    </message>
    <message>
        <source>Mean move, relative to a realistic minimum</source>
        <translation>Déplacement moyen, rapporté à un minimum réaliste</translation>
    </message>
    <message>
        <source>Unresolved units</source>
        <translation>Unités non résolues</translation>
    </message>
    <message>
        <source>Areas without a zone</source>
        <translation>Zones sans secteur</translation>
    </message>
    <message>
        <source>Earlier zones that are kept</source>
        <translation>Secteurs antérieurs conservés</translation>
    </message>
    <message>
        <source>{kept} of {earlier} earlier zones are kept as they are; {changed} zones are new, joined or split whole.</source>
        <translation>{kept} des {earlier} secteurs d’avant sont gardés tels quels ; {changed} secteurs sont nouveaux, réunis ou partagés tout entiers.</translation>
    </message>
    <message>
        <source>{count} earlier zones have grown and were split whole, into {parts}.</source>
        <translation>{count} secteurs d’avant ont grandi et ont été partagés tout entiers, en {parts}.</translation>
    </message>
    <message>
        <source>{count} units cannot meet the threshold and are unresolved ({units}): {areas} areas with {people} people are in no zone.</source>
        <translation>{count} unités ne peuvent atteindre le seuil et restent non résolues ({units}) : {areas} zones de {people} personnes ne sont dans aucun secteur.</translation>
    </message>
    <message>
        <source>{count} islands or cut-off parts were joined to the nearest part of their unit: {pairs}.</source>
        <translation>{count} îles ou parties isolées ont été reliées à la partie la plus proche de leur unité : {pairs}.</translation>
    </message>
    <message>
        <source>Some boundary units consist of several parts, which were merged apart: {units}.</source>
        <translation>Certaines unités ont plusieurs parties, fusionnées séparément : {units}.</translation>
    </message>
    <message>
        <source>Dissolving</source>
        <translation>Fusion</translation>
    </message>
    <message>
        <source>Years of the records</source>
        <translation>Années des enregistrements</translation>
    </message>
    <message>
        <source>Of the records, such as 2024 or 2020-2024: records of other years are not compared. Empty: any year.</source>
        <translation>Des enregistrements, p. ex. 2024 ou 2020-2024 : d’autres années ne se comparent pas. Vide : toute année.</translation>
    </message>
    <message>
        <source>Risk metric</source>
        <translation>Métrique de risque</translation>
    </message>
    <message>
        <source>population: people of each zone, at least. cases: records per person, at most. maximum: 1 / people of the smallest equivalence class. average: zones per person (or per record) over the release.</source>
        <translation>population : habitants de chaque secteur, au moins. cases : enregistrements par habitant, au plus. maximum : 1 / habitants de la plus petite classe d’équivalence. average : secteurs par habitant (ou par enregistrement) sur la diffusion.</translation>
    </message>
    <message>
        <source>Threshold</source>
        <translation>Seuil</translation>
    </message>
    <message>
        <source>People for the metric population (20001 for “more than 20 000”); else a risk: 0.2 for 1 in 5. For maximum and average 11 means 1 in 11.</source>
        <translation>Habitants pour la mesure population (20001 pour « plus de 20 000 ») ; sinon un risque : 0,2 pour 1 sur 5. Pour maximum et average, 11 signifie 1 sur 11.</translation>
    </message>
    <message>
        <source>Records</source>
        <translation>Enregistrements</translation>
    </message>
    <message>
        <source>Field with the number of records (patients) of each area, for the metrics cases and average.</source>
        <translation>Champ avec le nombre d’enregistrements (patients) de chaque zone, pour les métriques cases et average.</translation>
    </message>
    <message>
        <source>The preset {preset} does not limit the risk metric {metric}. Choose {fitting}.</source>
        <translation>Le préréglage {preset} ne limite pas la métrique de risque {metric}. Choisissez {fitting}.</translation>
    </message>
    <message>
        <source>No area of “{layer}” has a zone and a code of these areas in the field of AREA_ID. Use the layer as “Merge areas into safe zones” wrote it.</source>
        <translation>Aucune zone de « {layer} » n’a à la fois un secteur et un code de ces zones dans le champ de AREA_ID. Utilisez la couche telle que « Fusionner des zones en secteurs sûrs » l’a écrite.</translation>
    </message>
    <message>
        <source>PERIOD “{period}” is no year or years, such as 2024 or 2020-2024.</source>
        <translation>PERIOD « {period} » n’est ni une année ni plusieurs, par exemple 2024 ou 2020-2024.</translation>
    </message>
    <message>
        <source>Patients to count</source>
        <translation>Patients à compter</translation>
    </message>
    <message>
        <source>Points, counted in each area in place of the field CASES. Those outside every area are not counted, and reported.</source>
        <translation>Points comptés dans chaque zone à la place du champ CASES. Ceux hors de toute zone ne sont pas comptés, et signalés.</translation>
    </message>
    <message>
        <source>Patient identifier</source>
        <translation>Identifiant du patient</translation>
    </message>
    <message>
        <source>Field that identifies a patient who may have several points: each is counted once an area.</source>
        <translation>Champ identifiant un patient qui peut avoir plusieurs points : chacun compte une fois par zone.</translation>
    </message>
    <message>
        <source>Equivalence classes</source>
        <translation>Classes d’équivalence</translation>
    </message>
    <message>
        <source>Fields with the people of each equivalence class (such as women of 40 to 49), for the metric maximum.</source>
        <translation>Champs des habitants de chaque classe d’équivalence (p. ex. femmes de 40 à 49 ans), pour la mesure maximum.</translation>
    </message>
    <message>
        <source>Also: fewest records</source>
        <translation>Aussi : plus petit nombre d’enregistrements</translation>
    </message>
    <message>
        <source>Every zone must also hold this many records (CASES): with 11 no count by zone is small, and none is withheld.</source>
        <translation>Chaque secteur doit aussi compter au moins ce nombre d’enregistrements (CASES) : avec 11 aucun effectif n’est petit, et aucun n’est masqué.</translation>
    </message>
    <message>
        <source>Also: fewest of other fields</source>
        <translation>Aussi : plus petites sommes d’autres champs</translation>
    </message>
    <message>
        <source>Further fields that must reach a least sum in every zone, such as people=500; women=11.</source>
        <translation>Autres champs qui doivent atteindre une somme minimale dans chaque secteur, p. ex. people=500; women=11.</translation>
    </message>
    <message>
        <source>“{item}” in MINIMA does not name a field and a number above 0. Write field=number, separated by semicolons.</source>
        <translation>« {item} » dans MINIMA ne nomme pas un champ et un nombre supérieur à 0. Écrivez champ=nombre, séparés par des points-virgules.</translation>
    </message>
    <message>
        <source>number of records</source>
        <translation>nombre d’enregistrements</translation>
    </message>
    <message>
        <source>Records are given twice: as the field CASES and as PATIENTS. Give them once.</source>
        <translation>Les enregistrements sont donnés deux fois : comme champ CASES et comme PATIENTS. Donnez-les une fois.</translation>
    </message>
    <message>
        <source>count</source>
        <translation>effectif</translation>
    </message>
    <message>
        <source>number</source>
        <translation>nombre</translation>
    </message>
    <message>
        <source>{count} of {total} patients lie in no area and were not counted.</source>
        <translation>{count} des {total} patients ne sont dans aucune zone et n’ont pas été comptés.</translation>
    </message>
    <message>
        <source>Layer “{layer}” was not made by “Merge areas into safe zones”, or was changed since.</source>
        <translation>La couche « {layer} » ne vient pas de « Fusionner des zones en secteurs sûrs » ou a été modifiée depuis.</translation>
    </message>
    <message>
        <source>The result's fields replace the input's: {fields}.</source>
        <translation>Les champs du résultat remplacent ceux de l’entrée : {fields}.</translation>
    </message>
    <message>
        <source>Earlier merged areas</source>
        <translation>Zones fusionnées antérieurement</translation>
    </message>
    <message>
        <source>The areas as an earlier run wrote them, with the field of AREA_ID. Zones that still hold are kept.</source>
        <translation>Les zones telles qu’une exécution antérieure les a écrites, avec le champ de AREA_ID. Les secteurs encore valables sont gardés.</translation>
    </message>
    <message>
        <source>Split zones that have grown</source>
        <translation>Partager les secteurs qui ont grandi</translation>
    </message>
    <message>
        <source>With PREVIOUS: a zone that could be several is split inside its border. Otherwise it stays whole.</source>
        <translation>Avec PREVIOUS : un secteur qui pourrait en faire plusieurs est divisé dans sa limite. Sinon il reste entier.</translation>
    </message>
    <message>
        <source>{count} earlier areas do not exist any more.</source>
        <translation>{count} zones antérieures n’existent plus.</translation>
    </message>
    <message>
        <source>records</source>
        <translation>enregistrements</translation>
    </message>
    <message>
        <source>The ledger holds zones for other years ({numbers}). They were not compared: counts of different records tell nothing of each other. Make sure that no record is in both.</source>
        <translation>Le registre contient des secteurs pour d’autres années ({numbers}). Ils n’ont pas été comparés : les effectifs d’enregistrements différents ne disent rien les uns des autres. Assurez-vous qu’aucun enregistrement n’est dans les deux.</translation>
    </message>
    <message>
        <source>Map of the zones</source>
        <translation>Carte des secteurs</translation>
    </message>
    <message>
        <source>people in the smallest zone</source>
        <translation>habitants dans le plus petit secteur</translation>
    </message>
    <message>
        <source>All {count} zones meet their bounds; this was checked on the finished zones, from the raw counts.</source>
        <translation>Les {count} secteurs respectent leurs bornes ; cela a été vérifié sur les secteurs terminés, à partir des effectifs bruts.</translation>
    </message>
    <message>
        <source>Zones and cropped identifiers at the same least population.</source>
        <translation>Secteurs et identifiants tronqués à la même population minimale.</translation>
    </message>
    <message>
        <source>The smallest safe groups of areas, each inside its boundary unit, and what releasing them does.</source>
        <translation>Les plus petits groupes sûrs de zones, chacun dans son unité, et ce que leur diffusion entraîne.</translation>
    </message>
    <message>
        <source>people in the smallest zone (limit {limit})</source>
        <translation>habitants dans le plus petit secteur (limite {limit})</translation>
    </message>
    <message>
        <source>{held} areas are in no zone and must not be released.</source>
        <translation>{held} zones ne sont dans aucun secteur et ne doivent pas être diffusées.</translation>
    </message>
    <message>
        <source>Give their units and a neighbour's the same value in BOUNDARY, or use larger units.</source>
        <translation>Donnez à leurs unités et à une voisine la même valeur de BOUNDARY, ou utilisez de plus grandes unités.</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>Ce qui a été trouvé</translation>
    </message>
    <message>
        <source>Map and sizes</source>
        <translation>Carte et tailles</translation>
    </message>
    <message>
        <source>When a member of its zone replaces a record's area, its people move this far on average.</source>
        <translation>Quand un membre de son secteur remplace la zone d’un enregistrement, ses habitants se déplacent d’autant en moyenne.</translation>
    </message>
    <message>
        <source>How far a release moves people</source>
        <translation>De combien une diffusion déplace les personnes</translation>
    </message>
    <message>
        <source>these zones</source>
        <translation>ces secteurs</translation>
    </message>
    <message>
        <source>Release</source>
        <translation>Diffusion</translation>
    </message>
    <message>
        <source>Units released</source>
        <translation>Unités diffusées</translation>
    </message>
    <message>
        <source>Units that fall short</source>
        <translation>Unités insuffisantes</translation>
    </message>
    <message>
        <source>People withheld</source>
        <translation>Personnes de zones non diffusées</translation>
    </message>
    <message>
        <source>Mean move</source>
        <translation>Déplacement moyen</translation>
    </message>
    <message>
        <source>first {count} characters</source>
        <translation>{count} premiers caractères</translation>
    </message>
    <message>
        <source>These units cannot meet the bounds even as a whole. Their areas are in no zone; records from them are held back. To release them, give their unit and a neighbour's the same value in BOUNDARY, or use larger units.</source>
        <translation>Ces unités ne peuvent respecter les bornes, même entières. Leurs zones ne sont dans aucun secteur ; leurs enregistrements sont écartés. Pour les diffuser, donnez à leur unité et à une voisine la même valeur de BOUNDARY, ou prenez des unités plus grandes.</translation>
    </message>
    <message>
        <source>a shared side</source>
        <translation>un côté partagé</translation>
    </message>
    <message>
        <source>near caps (points)</source>
        <translation>calottes proches (points)</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Méthode</translation>
    </message>
    <message>
        <source>The areas of each boundary unit were partitioned into connected zones by cutting random spanning trees bottom-up and re-cutting the union of adjacent zones: first for more zones, then for shorter moves. Separate code checked the finished zones from the raw counts: each area in one zone, connected, inside its unit, within every bound.</source>
        <translation>Les zones de chaque unité ont été réparties en secteurs connexes en coupant des arbres couvrants aléatoires de bas en haut et en recoupant l’union de secteurs adjacents, d’abord pour plus de secteurs, puis pour des déplacements plus courts. Les secteurs terminés ont été vérifiés à partir des effectifs bruts par un code distinct : chaque zone dans un secteur, connexe, dans son unité, dans toutes les bornes.</translation>
    </message>
    <message>
        <source>A zone's risk says how well a person hides among the people of the zone. Other fields of a release divide zones into smaller classes. Drawing the replacement of the same record again and again reveals the members of its zone: merge once, for all releases.</source>
        <translation>Le risque d’un secteur dit à quel point une personne se fond parmi les habitants du secteur. Les autres champs diffusés divisent les secteurs en classes plus petites. Retirer sans cesse le remplacement d’un même enregistrement révèle les membres de son secteur : utilisez un seul découpage en secteurs pour toutes les diffusions.</translation>
    </message>
    <message>
        <source>all areas</source>
        <translation>toutes les zones</translation>
    </message>
    <message>
        <source>Every zone that may be released is as large as its limits ask for.</source>
        <translation>Chaque secteur qui peut être diffusé est aussi grand que ses limites l’exigent.</translation>
    </message>
    <message>
        <source>Upper bound (no partition has more)</source>
        <translation>Borne supérieure (aucune partition n’en a plus)</translation>
    </message>
    <message>
        <source>Share of the bound reached</source>
        <translation>Part de la borne atteinte</translation>
    </message>
    <message>
        <source>Below the best possible by at most</source>
        <translation>En dessous du meilleur possible d’au plus</translation>
    </message>
    <message>
        <source>People of a zone: fewest, median, most</source>
        <translation>Personnes d’un secteur : minimum, médiane, maximum</translation>
    </message>
    <message>
        <source>Areas of a zone, mean</source>
        <translation>Zones d’un secteur, moyenne</translation>
    </message>
    <message>
        <source>Zones, coloured so that neighbours differ. Hatched: unresolved, in no zone; their records are held back.</source>
        <translation>Secteurs, colorés pour que les voisins diffèrent. Hachuré : non résolu, dans aucun secteur ; leurs enregistrements ne sont pas diffusés.</translation>
    </message>
    <message>
        <source>Zone populations.</source>
        <translation>Populations des secteurs.</translation>
    </message>
    <message>
        <source>Mean move of a person</source>
        <translation>Déplacement moyen d’une personne</translation>
    </message>
    <message>
        <source>Move of 10, 50 and 90 % of people, at most</source>
        <translation>Déplacement de 10, 50 et 90 % des personnes, au plus</translation>
    </message>
    <message>
        <source>And {count} more.</source>
        <translation>Et {count} de plus.</translation>
    </message>
    <message>
        <source>Areas are neighbours by</source>
        <translation>Les zones sont voisines par</translation>
    </message>
    <message>
        <source>The bounds, on the people and records of every finished zone</source>
        <translation>Les bornes, sur les personnes et les enregistrements de chaque secteur terminé</translation>
    </message>
    <message>
        <source>Mean size of a zone</source>
        <translation>Taille moyenne d’un secteur</translation>
    </message>
    <message>
        <source>Mean compactness (disc 1, square 0.79)</source>
        <translation>Compacité moyenne (disque 1, carré 0,79)</translation>
    </message>
    <message>
        <source>minimum</source>
        <translation>minimum</translation>
    </message>
    <message>
        <source>People of a zone</source>
        <translation>Personnes d’un secteur</translation>
    </message>
    <message>
        <source>Mean move, relative to about the least that this many people allow</source>
        <translation>Déplacement moyen, rapporté à environ le minimum que permet cette population</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>Unité</translation>
    </message>
    <message>
        <source>People</source>
        <translation>Personnes</translation>
    </message>
    <message>
        <source>People of each zone, at least</source>
        <translation>Personnes de chaque secteur, au moins</translation>
    </message>
    <message>
        <source>People of each equivalence class, at least</source>
        <translation>Personnes de chaque classe d’équivalence, au moins</translation>
    </message>
    <message>
        <source>Records per person of each zone, at most</source>
        <translation>Enregistrements par personne de chaque secteur, au plus</translation>
    </message>
    <message>
        <source>Mean size of a zone, at least</source>
        <translation>Taille moyenne d’un secteur, au moins</translation>
    </message>
    <message>
        <source>Records of each zone, at least</source>
        <translation>Enregistrements de chaque secteur, au moins</translation>
    </message>
    <message>
        <source>“{column}” of each zone, at least</source>
        <translation>« {column} » de chaque secteur, au moins</translation>
    </message>
    <message>
        <source>{unit} (the part with {area})</source>
        <translation>{unit} (la partie avec {area})</translation>
    </message>
    <message>
        <source>Shorten codes</source>
        <translation>Raccourcir des codes</translation>
    </message>
    <message>
        <source>ZIP3</source>
        <translation>ZIP3</translation>
    </message>
    <message>
        <source>FSA</source>
        <translation>RTA</translation>
    </message>
    <message>
        <source>truncate</source>
        <translation>tronquer</translation>
    </message>
    <message>
        <source>crop</source>
        <translation>couper</translation>
    </message>
    <message>
        <source>HIPAA</source>
        <translation>HIPAA</translation>
    </message>
    <message>
        <source>safe harbour</source>
        <translation>règle d’exonération</translation>
    </message>
    <message>
        <source>Keeps the first characters of the areas' codes (02139 becomes 021), finds the codes that too few people share, and compares with zones at equal risk.</source>
        <translation>Garde les premiers caractères des codes des zones (02139 devient 021), trouve les codes que trop peu de personnes partagent, et compare avec des secteurs à risque égal.</translation>
    </message>
    <message>
        <source>{released} of {total} cropped codes are shared by enough people.</source>
        <translation>{released} des {total} codes tronqués sont partagés par assez de personnes.</translation>
    </message>
    <message>
        <source>The zones hold at least as many people as the smallest released code, so the highest risk is no larger. They may cross codes; “Merge areas into safe zones” keeps them inside units.</source>
        <translation>Les secteurs comptent au moins autant de personnes que le plus petit code diffusé, donc le plus grand risque n’est pas plus grand. Ils peuvent franchir les codes ; « Fusionner des zones en secteurs sûrs » les garde dans les unités.</translation>
    </message>
    <message>
        <source>These codes must not be released as they are; in the output they are {code}.</source>
        <translation>Ces codes ne doivent pas être diffusés tels quels ; dans la sortie ils sont {code}.</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Field with the codes to crop; text, so that leading zeros survive. Empty: AREA_ID.</source>
        <translation>Champ des codes à tronquer ; en texte, pour conserver les zéros initiaux. Vide : AREA_ID.</translation>
    </message>
    <message>
        <source>Characters kept</source>
        <translation>Caractères gardés</translation>
    </message>
    <message>
        <source>How many leading characters of a code are released.</source>
        <translation>Nombre de caractères, depuis le début du code, qui sont diffusés.</translation>
    </message>
    <message>
        <source>Fewest people</source>
        <translation>Minimum de personnes</translation>
    </message>
    <message>
        <source>People who must share a cropped code, at least. Empty: as the preset says, or 20 001.</source>
        <translation>Habitants qui doivent partager un code tronqué, au moins. Vide : selon le préréglage, ou 20 001.</translation>
    </message>
    <message>
        <source>Cropped areas</source>
        <translation>Zones tronquées</translation>
    </message>
    <message>
        <source>Every area with cropped_code (what may be released), cropped_population, status (released or short) and colour.</source>
        <translation>Chaque zone avec cropped_code (ce qui peut être diffusé), cropped_population, status (released ou short) et colour.</translation>
    </message>
    <message>
        <source>Cropped codes released</source>
        <translation>Codes tronqués diffusés</translation>
    </message>
    <message>
        <source>Cropped codes that fall short</source>
        <translation>Codes tronqués insuffisants</translation>
    </message>
    <message>
        <source>Highest risk of a released code</source>
        <translation>Plus grand risque d’un code diffusé</translation>
    </message>
    <message>
        <source>more than {people}</source>
        <translation>plus de {people}</translation>
    </message>
    <message>
        <source>at least {people}</source>
        <translation>au moins {people}</translation>
    </message>
    <message>
        <source>What keeping the first characters of a code releases, and what it costs compared with merging areas.</source>
        <translation>Ce que garder les premiers caractères d’un code diffuse, et ce qu’il en coûte par rapport à la fusion des zones.</translation>
    </message>
    <message>
        <source>More than {people:,.0f} people share every cropped code that may be released.</source>
        <translation>Plus de {people:,.0f} personnes partagent chaque code tronqué qui peut être diffusé.</translation>
    </message>
    <message>
        <source>At least {people:,.0f} people share every cropped code that may be released.</source>
        <translation>Au moins {people:,.0f} personnes partagent chaque code tronqué qui peut être diffusé.</translation>
    </message>
    <message>
        <source>{short} of {total} cropped codes are shared by too few people and must not be released.</source>
        <translation>{short} des {total} codes tronqués sont partagés par trop peu de personnes et ne doivent pas être diffusés.</translation>
    </message>
    <message>
        <source>Keep fewer characters, or group the areas with “Merge areas into safe zones”.</source>
        <translation>Gardez moins de caractères, ou regroupez les zones avec « Fusionner des zones en secteurs sûrs ».</translation>
    </message>
    <message>
        <source>Units</source>
        <translation>Unités</translation>
    </message>
    <message>
        <source>Mean size</source>
        <translation>Taille moyenne</translation>
    </message>
    <message>
        <source>Cropping and merging at equal risk</source>
        <translation>Troncature et fusion à risque égal</translation>
    </message>
    <message>
        <source>Codes that fall short</source>
        <translation>Codes insuffisants</translation>
    </message>
    <message>
        <source>No cropped code is shared by enough people: the largest holds {people}. Keep fewer characters or ask for fewer people.</source>
        <translation>Aucun code tronqué n’est partagé par assez de personnes : le plus grand en compte {people}. Gardez moins de caractères ou demandez moins de personnes.</translation>
    </message>
    <message>
        <source>{count} cropped codes are shared by too few people: {codes}.</source>
        <translation>{count} codes tronqués sont partagés par trop peu de personnes : {codes}.</translation>
    </message>
    <message>
        <source>People who must share a code</source>
        <translation>Personnes qui doivent partager un code</translation>
    </message>
    <message>
        <source>People whose code is withheld</source>
        <translation>Personnes dont le code est masqué</translation>
    </message>
    <message>
        <source>Mean move when an area is replaced by another of its code</source>
        <translation>Déplacement moyen quand une zone est remplacée par une autre de son code</translation>
    </message>
    <message>
        <source>People who share a code</source>
        <translation>Personnes qui partagent un code</translation>
    </message>
    <message>
        <source>cropping</source>
        <translation>troncature</translation>
    </message>
    <message>
        <source>merging</source>
        <translation>fusion</translation>
    </message>
    <message>
        <source>Cropped code</source>
        <translation>Code tronqué</translation>
    </message>
    <message>
        <source>People of all areas whose code begins with the same characters</source>
        <translation>Personnes de toutes les zones dont le code commence par les mêmes caractères</translation>
    </message>
    <message>
        <source>People of a cropped code</source>
        <translation>Personnes d’un code tronqué</translation>
    </message>
    <message>
        <source>Release {number} of the ledger, of overlapping years, and this one are not the same table, and the rule “round” printed one of them. Its running sums and the counts of the other could reveal small counts. Use the rule suppress for both, or state a PERIOD of other records.</source>
        <translation>La diffusion {number} du registre, d’années qui se recoupent, et celle-ci ne sont pas le même tableau, et la règle « round » a imprimé l’un des deux : ses sommes cumulées et les effectifs de l’autre pourraient révéler de petits effectifs. Utilisez la règle suppress pour les deux, ou indiquez une PERIOD d’autres enregistrements.</translation>
    </message>
    <message>
        <source>Together with release {numbers} of the ledger, this one would reveal withheld counts, or differences below {smallest}. The worst, in {areas}, could be narrowed to {low} to {high} records. Release by the zones and fields of then, or state a PERIOD of other records.</source>
        <translation>Avec la diffusion {numbers} du registre, celle-ci révélerait des effectifs masqués, ou des différences inférieures à {smallest}. Le pire, dans {areas}, pourrait être réduit à {low} à {high} enregistrements. Diffusez avec les secteurs et les champs d’alors, ou indiquez un PERIOD d’autres enregistrements.</translation>
    </message>
    <message>
        <source>Release {number} of the ledger, of overlapping years, is a grid, which cuts the areas: what the two tell together is not checked. Release one of them, or state a PERIOD of other records.</source>
        <translation>La diffusion {number} du registre, d’années qui se recoupent, est une grille, qui coupe les zones : ce que les deux disent ensemble n’est pas vérifié. Diffusez l’une des deux, ou indiquez une PERIOD d’autres enregistrements.</translation>
    </message>
    <message>
        <source>Give RECORD_ID and SMALL_CELL in every release that a ledger holds, from the first one on; or release one table with the fields that divide these records (KEEP_FIELDS).</source>
        <translation>Indiquez RECORD_ID et SMALL_CELL dans chaque diffusion d’un registre, dès la première ; ou diffusez une seule table avec les champs qui séparent ces enregistrements (KEEP_FIELDS).</translation>
    </message>
    <message>
        <source>Release {number} of the ledger, of overlapping years, withheld counts below {smallest} and promised {values} possible values of each. This one asks for less, and would reveal them. Choose at least SMALL_CELL = {least}.</source>
        <translation>La diffusion {number} du registre, d’années communes, masquait les effectifs inférieurs à {smallest} et promettait {values} valeurs possibles pour chaque effectif masqué. Celle-ci demande moins, et les révélerait. Choisissez au moins SMALL_CELL = {least}.</translation>
    </message>
    <message>
        <source>Together with release {numbers} of the ledger, of other records of these years, this one would reveal few people. In {areas}, the records that some of the tables count and others do not could be narrowed to {low} to {high}. Release the same records as then, or one table with the fields that divide them (KEEP_FIELDS), or larger zones.</source>
        <translation>Avec la diffusion {numbers} du registre, d’autres enregistrements de ces années, celle-ci révélerait peu de personnes. Dans {areas}, les enregistrements que certaines tables comptent et d’autres non pourraient être réduits à {low} à {high}. Diffusez les mêmes enregistrements qu’alors, ou une seule table avec les champs qui les partagent (KEEP_FIELDS), ou des secteurs plus grands.</translation>
    </message>
    <message>
        <source>Release {number} of the ledger, of overlapping years, printed {before} records for {areas}, this one {now}: the difference reveals {few}. Release the same records as then, wait until more have changed, or state a PERIOD of other records.</source>
        <translation>La diffusion {number} du registre, d’années qui se recoupent, a imprimé {before} enregistrements pour {areas}, celle-ci {now} : la différence en révèle {few}. Diffusez les mêmes enregistrements qu’alors, attendez que davantage aient changé, ou indiquez une PERIOD d’autres enregistrements.</translation>
    </message>
    <message>
        <source>The ledger holds releases of counts for other years ({numbers}). They were not compared: counts of different records tell nothing of each other. Make sure that no record is in both.</source>
        <translation>Le registre contient des diffusions d’effectifs d’autres années ({numbers}). Elles n’ont pas été comparées : des effectifs d’enregistrements différents ne disent rien les uns des autres. Assurez-vous qu’aucun enregistrement n’est dans les deux.</translation>
    </message>
    <message>
        <source>With release {numbers} of the ledger this one counts three or more sets of records of linked years, and not all say which records they count: what they tell together could not be judged.</source>
        <translation>Avec la diffusion {numbers} du registre, celle-ci compte trois ensembles d’enregistrements ou plus d’années liées, et toutes ne disent pas quels enregistrements elles comptent : ce qu’elles disent ensemble n’a pu être jugé.</translation>
    </message>
    <message>
        <source>Release {numbers} of the ledger counts other records of linked years, and SMALL_CELL is 1: what the tables tell together was not judged.</source>
        <translation>La diffusion {numbers} du registre compte d’autres enregistrements d’années liées, et SMALL_CELL vaut 1 : ce que les tables disent ensemble n’a pas été jugé.</translation>
    </message>
    <message>
        <source>ε of the rule dp</source>
        <translation>ε de la règle dp</translation>
    </message>
    <message>
        <source>How much the counts may reveal about a patient: at ε = 1 a count has ± 3 (95 %).</source>
        <translation>Ce que les effectifs peuvent révéler d’un patient : à ε = 1 un effectif a ± 3 (95 %).</translation>
    </message>
    <message>
        <source>ρ of the rule dp</source>
        <translation>ρ de la règle dp</translation>
    </message>
    <message>
        <source>In place of ε, for many releases: twelve of ρ = 0.005 come to ε = 1.6.</source>
        <translation>À la place de ε, pour de nombreuses diffusions : douze à ρ = 0,005 font ε = 1,6.</translation>
    </message>
    <message>
        <source>Zones, groups and totals were counted with at most {rows} rows per patient and share {loss}; each count has whole-number noise of the {law} distribution, drawn exactly. What followed read the noisy counts alone.</source>
        <translation>Secteurs, groupes et totaux ont été comptés avec au plus {rows} lignes par patient et se partagent {loss} ; chaque effectif porte un bruit entier de loi {law}, tiré exactement. La suite n’a lu que les effectifs bruités.</translation>
    </message>
    <message>
        <source>With {count} earlier releases of the ledger it comes to ε = {total:g} of {budget:g}.</source>
        <translation>Avec {count} diffusions antérieures du registre, on arrive à ε = {total:g} sur {budget:g}.</translation>
    </message>
    <message>
        <source>Zones were made with MINIMA of {fields}: whether these count people or patients is not known.</source>
        <translation>Les secteurs ont été formés avec des MINIMA de {fields} : on ne sait pas si ces champs comptent des habitants ou des patients.</translation>
    </message>
    <message>
        <source>Merge the areas by people alone.</source>
        <translation>Fusionnez les zones selon la population seule.</translation>
    </message>
    <message>
        <source>Random whole numbers were added to all counts and totals. From these alone counts were made that are not negative and add up; where many are 0, large ones come out lower by about the noise. Each interval holds the true count in 95 of 100 cases. Zones and groups without a patient have noise, too.</source>
        <translation>Des nombres entiers aléatoires ont été ajoutés à tous les effectifs et totaux. De ceux-ci seuls ont été faits des effectifs non négatifs qui s’additionnent ; là où beaucoup sont nuls, les grands sortent plus bas, d’environ le bruit. Chaque intervalle contient le vrai effectif dans 95 cas sur 100. Les secteurs et groupes sans patient portent un bruit, eux aussi.</translation>
    </message>
    <message>
        <source>Methods: “Counts have differential privacy by patient ({loss}, at most {rows} rows per patient): discrete noise was added to zones, groups and totals (Canonne, Kamath and Steinke 2020), and the counts were made not negative and additive. All releases together have ε = {total}{but}.”</source>
        <translation>Méthodes : « Les effectifs ont la confidentialité différentielle par patient ({loss}, au plus {rows} lignes par patient) : un bruit discret a été ajouté aux secteurs, aux groupes et aux totaux (Canonne, Kamath et Steinke 2020), et les effectifs ont été rendus non négatifs et additifs. Toutes les diffusions ensemble ont ε = {total}{but}. »</translation>
    </message>
    <message>
        <source>Caption: “Counts with random noise of ± {margin} (95 %) to protect patients.”</source>
        <translation>Légende : « Effectifs avec un bruit aléatoire de ± {margin} (95 %) pour protéger les patients. »</translation>
    </message>
    <message>
        <source>The rule dp needs RECORD_ID, the field that identifies a patient.</source>
        <translation>La règle dp demande RECORD_ID, le champ qui identifie un patient.</translation>
    </message>
    <message>
        <source>The rule dp needs either EPSILON or RHO: how much the counts may tell.</source>
        <translation>La règle dp demande soit EPSILON, soit RHO : combien les effectifs peuvent révéler.</translation>
    </message>
    <message>
        <source>This ledger has no budget for counts with differential privacy. Make one with BUDGET in “Release ledger”, before the first release.</source>
        <translation>Ce registre n’a pas de budget pour des effectifs à confidentialité différentielle. Créez-en un avec BUDGET dans « Registre des diffusions », avant la première diffusion.</translation>
    </message>
    <message>
        <source>With {loss} and {rows} rows per patient each count has ± {cells} (95 %), the total ± {total}.</source>
        <translation>Avec {loss} et {rows} lignes par patient, chaque effectif a ± {cells} (95 %), le total ± {total}.</translation>
    </message>
    <message>
        <source>discrete Laplace</source>
        <translation>de Laplace discrète</translation>
    </message>
    <message>
        <source>discrete Gaussian</source>
        <translation>gaussienne discrète</translation>
    </message>
    <message>
        <source>Judged as the only release of these patients: what several releases reveal adds up. Release them again only with a ledger that has a budget.</source>
        <translation>Jugé comme la seule diffusion de ces patients : ce que révèlent plusieurs diffusions s’additionne. Ne les diffusez de nouveau qu’avec un registre qui a un budget.</translation>
    </message>
    <message>
        <source>The zones were made by numbers of records, or keep earlier ones that were (PREVIOUS), so their borders reveal something of the patients. The rule dp needs zones that are known without them: merge the areas by people alone, without MINIMA, and keep no others.</source>
        <translation>Les secteurs ont été faits d’après des nombres d’enregistrements, ou en conservent d’antérieurs qui l’étaient (PREVIOUS), si bien que leurs limites révèlent quelque chose des patients. La règle dp exige des zones connues sans eux : fusionnez les zones d’après la seule population, sans MINIMA, et n’en conservez pas d’autres.</translation>
    </message>
    <message>
        <source>Zones were made by people and borders alone, without the records.</source>
        <translation>Les secteurs ont été formés selon la population et les limites seules, sans les enregistrements.</translation>
    </message>
    <message>
        <source>Counts with differential privacy: noise hides every patient, by a stated amount.</source>
        <translation>Effectifs à confidentialité différentielle : un bruit cache chaque patient, dans une mesure énoncée.</translation>
    </message>
    <message>
        <source>Words to print with the map</source>
        <translation>Mots à imprimer avec la carte</translation>
    </message>
    <message>
        <source>References: {works}</source>
        <translation>Références : {works}</translation>
    </message>
    <message>
        <source>{people} patients have several rows, of which one counts, chosen at random: {count} rows were left out.</source>
        <translation>{people} patients ont plusieurs lignes, dont une compte, choisie au hasard : {count} lignes ont été omises.</translation>
    </message>
    <message>
        <source>{count} records lie in no zone, or have none of the VALUES, and are not counted.</source>
        <translation>{count} enregistrements ne sont dans aucun secteur, ou n’ont aucune des VALUES, et ne sont pas comptés.</translation>
    </message>
    <message>
        <source>In {count} of {total} counts the noise (± {margin}) exceeds the count: read them with their intervals, or release larger zones or fewer groups.</source>
        <translation>Dans {count} effectifs sur {total}, le bruit (± {margin}) dépasse l’effectif : lisez-les avec leurs intervalles, ou diffusez de plus grands secteurs ou moins de groupes.</translation>
    </message>
    <message>
        <source>Privacy loss of this release</source>
        <translation>Perte de confidentialité de cette diffusion</translation>
    </message>
    <message>
        <source>Most rows of a patient</source>
        <translation>Nombre maximal de lignes d’un patient</translation>
    </message>
    <message>
        <source>Noise of a count (95 %)</source>
        <translation>Bruit d’un effectif (95 %)</translation>
    </message>
    <message>
        <source>Total of all counts (95 %)</source>
        <translation>Total de tous les effectifs (95 %)</translation>
    </message>
    <message>
        <source>Counts below their noise</source>
        <translation>Effectifs inférieurs à leur bruit</translation>
    </message>
    <message>
        <source>ε of all releases together</source>
        <translation>ε de toutes les diffusions ensemble</translation>
    </message>
    <message>
        <source>Releases in the ledger, this one too</source>
        <translation>Diffusions du registre, celle-ci comprise</translation>
    </message>
    <message>
        <source>Budget of the ledger (ε)</source>
        <translation>Budget du registre (ε)</translation>
    </message>
    <message>
        <source>Largest ε of one more release</source>
        <translation>Plus grand ε d’une diffusion de plus</translation>
    </message>
    <message>
        <source>Records counted</source>
        <translation>Enregistrements comptés</translation>
    </message>
    <message>
        <source>Rows beyond the bound, left out</source>
        <translation>Lignes au-delà de la borne, écartées</translation>
    </message>
    <message>
        <source>Patients whom they are of</source>
        <translation>Patients dont elles proviennent</translation>
    </message>
    <message>
        <source>Records in no zone or group</source>
        <translation>Enregistrements dans aucun secteur ni groupe</translation>
    </message>
    <message>
        <source>Mean change of a count</source>
        <translation>Changement moyen d’un effectif</translation>
    </message>
    <message>
        <source>What is released</source>
        <translation>Ce qui est diffusé</translation>
    </message>
    <message>
        <source>What was spent</source>
        <translation>Ce qui a été dépensé</translation>
    </message>
    <message>
        <source>Internal figures</source>
        <translation>Chiffres internes</translation>
    </message>
    <message>
        <source>Chance that is added to that of any release (δ)</source>
        <translation>Probabilité qui s’ajoute à celle de toute diffusion (δ)</translation>
    </message>
    <message>
        <source>of guesses that a given person is a patient are right, at most (50 % before)</source>
        <translation>des suppositions qu’une personne donnée est un patient sont justes, au plus (50 % avant)</translation>
    </message>
    <message>
        <source>noise of a count (95 %)</source>
        <translation>bruit d’un effectif (95 %)</translation>
    </message>
    <message>
        <source>Key of the mask</source>
        <translation>Clé du masque</translation>
    </message>
    <message>
        <source>Key file of “Release ledger”: the same key withholds the same counts at every run. Never release it.</source>
        <translation>Fichier de clé de « Registre des diffusions » : la même clé masque les mêmes effectifs à chaque fois. Ne jamais la diffuser.</translation>
    </message>
    <message>
        <source>Values of the released fields</source>
        <translation>Valeurs des champs diffusés</translation>
    </message>
    <message>
        <source>For the rule dp with KEEP_FIELDS: the values that each field can have, known without the records, such as sex=f,m; age=0-17,18-64,65+.</source>
        <translation>Pour la règle dp avec KEEP_FIELDS : les valeurs possibles de chaque champ, connues sans les enregistrements, p. ex. sex=f,m; age=0-17,18-64,65+.</translation>
    </message>
    <message>
        <source>Totals that others know</source>
        <translation>Totaux connus d’autres</translation>
    </message>
    <message>
        <source>Printed or known totals, separated by semicolons: none, overall, boundary, zones, or released fields. That of all records counts as known.</source>
        <translation>Totaux publiés ou connus, séparés par des points-virgules : none, overall, boundary, zones, ou des champs diffusés. Celui de tous les enregistrements est tenu pour connu.</translation>
    </message>
    <message>
        <source>Rule for small counts</source>
        <translation>Règle pour les petits effectifs</translation>
    </message>
    <message>
        <source>suppress: small counts are withheld, with others that protect them. The form dissolved also takes round (at random), cellkey (noise by record keys) and dp (differential privacy, with EPSILON or RHO).</source>
        <translation>suppress : les petits effectifs sont masqués, avec d’autres qui les protègent. La forme dissolved admet aussi round (au hasard), cellkey (bruit selon les clés des enregistrements) et dp (confidentialité différentielle, avec EPSILON ou RHO).</translation>
    </message>
    <message>
        <source>Field that identifies a patient: small counts are of patients then. The rule cellkey needs it. It is not released.</source>
        <translation>Champ identifiant un patient : les petits effectifs sont alors ceux des patients. La règle cellkey l’exige. Il n’est pas diffusé.</translation>
    </message>
    <message>
        <source>The rule dp counts by {fields} only where VALUES says which values they can have, such as sex=f,m: a list read from the records would reveal some of them.</source>
        <translation>La règle dp ne compte selon {fields} que si VALUES dit quelles valeurs ils peuvent prendre, par exemple sex=f,m : une liste lue dans les enregistrements parlerait d’eux.</translation>
    </message>
    <message>
        <source>{names} in VALUES is no released field: name those of KEEP_FIELDS.</source>
        <translation>{names} dans VALUES n’est pas un champ diffusé : nommez ceux de KEEP_FIELDS.</translation>
    </message>
    <message>
        <source>zones in TOTALS goes with the form dissolved, the rule suppress and KEEP_FIELDS: totals of zones beside their counts by fields. Leave it out.</source>
        <translation>zones dans TOTALS va avec la forme dissolved, la règle suppress et KEEP_FIELDS : des totaux de secteurs à côté de leurs effectifs par champs. Retirez-le.</translation>
    </message>
    <message>
        <source>{names} in TOTALS is no released field: write none, overall, boundary, zones or released fields.</source>
        <translation>{names} dans TOTALS n’est pas un champ diffusé : écrivez none, overall, boundary, zones ou des champs diffusés.</translation>
    </message>
    <message>
        <source>The rule {rule} changes counts, which only the form dissolved prints. Choose suppress.</source>
        <translation>La règle {rule} change les effectifs, que seule la forme dissolved imprime. Choisissez suppress.</translation>
    </message>
    <message>
        <source>The rule {rule} knows no counts by fields. Choose suppress or dp.</source>
        <translation>La règle {rule} ne connaît pas d’effectifs par champ. Choisissez suppress ou dp.</translation>
    </message>
    <message>
        <source>With SMALL_CELL = 1 every count may be shown, so the rule {rule} would change none. Choose suppress, or the smallest count that may be shown.</source>
        <translation>Avec SMALL_CELL = 1, tout effectif peut être montré : la règle {rule} n’en changerait aucun. Choisissez suppress, ou le plus petit effectif qui peut être montré.</translation>
    </message>
    <message>
        <source>The rule cellkey needs RECORD_ID, the field that identifies a patient.</source>
        <translation>La règle cellkey demande RECORD_ID, le champ qui nomme un patient.</translation>
    </message>
    <message>
        <source>The field “{field}” names patients and cannot be released.</source>
        <translation>Le champ « {field} » nomme les patients et ne peut être diffusé.</translation>
    </message>
    <message>
        <source>{count} of {total} counts are small, or would give a small one away, and are withheld.</source>
        <translation>{count} effectifs sur {total} sont petits, ou en révéleraient un petit, et sont masqués.</translation>
    </message>
    <message>
        <source>None of these counts is small: they protect a few records in areas without a zone, or an earlier release withheld them. Join the units of such areas to others, and none is withheld for them.</source>
        <translation>Aucun de ces effectifs n’est petit : ils protègent quelques enregistrements de zones sans secteur, ou une diffusion antérieure les a masqués. Joignez les unités de ces zones à d’autres, et aucun ne sera masqué pour elles.</translation>
    </message>
    <message>
        <source>The zones hold {mean:.1f} records each, and {hidden} of {total} records had to be withheld. Merge the areas again with MINIMUM_CASES = {least}: such zones need no suppression.</source>
        <translation>Les secteurs contiennent {mean:.1f} enregistrements chacun, et {hidden} des {total} enregistrements ont dû être masqués. Fusionnez de nouveau les zones avec MINIMUM_CASES = {least} : de tels secteurs n’ont besoin d’aucune suppression.</translation>
    </message>
    <message>
        <source>Counts by area for release</source>
        <translation>Effectifs par zone pour diffusion</translation>
    </message>
    <message>
        <source>counts</source>
        <translation>effectifs</translation>
    </message>
    <message>
        <source>small numbers</source>
        <translation>petits nombres</translation>
    </message>
    <message>
        <source>small cells</source>
        <translation>petites cellules</translation>
    </message>
    <message>
        <source>suppress</source>
        <translation>supprimer</translation>
    </message>
    <message>
        <source>suppression</source>
        <translation>suppression</translation>
    </message>
    <message>
        <source>release</source>
        <translation>diffusion</translation>
    </message>
    <message>
        <source>rounding</source>
        <translation>arrondi</translation>
    </message>
    <message>
        <source>Releases patient records by area, so that nobody can be found among them. Each comes with a random area of its zone, the zone's code, or in counts by zone; “Merge areas into safe zones” makes the zones. Records of unresolved areas are held back and counted.</source>
        <translation>Diffuse les enregistrements par zone, de sorte que nul n’y puisse être retrouvé : chacun avec une zone tirée de son secteur, chacun avec le code du secteur, ou tous en effectifs. « Fusionner des zones en secteurs sûrs » fait les secteurs. Les enregistrements des zones non résolues sont écartés et comptés.</translation>
    </message>
    <message>
        <source>The areas were grouped into connected zones that each meet the bounds. A record's true area was replaced as stated; its class is the whole zone. Other released fields divide classes further: their risk must be judged separately.</source>
        <translation>Les zones ont été fusionnées en secteurs connexes qui respectent chacun les bornes. La vraie zone d’un enregistrement a été remplacée comme indiqué ; sa classe est le secteur entier. D’autres champs diffusés divisent davantage les classes : leur risque est une question à part.</translation>
    </message>
    <message>
        <source>Patient records, one per row: points, or a table with an area code.</source>
        <translation>Enregistrements de patients, un par ligne : des points, ou une table avec un code de zone.</translation>
    </message>
    <message>
        <source>Area code of the record</source>
        <translation>Code de zone de l’enregistrement</translation>
    </message>
    <message>
        <source>Field with the code of each record's area. Empty: records are points, placed in the areas.</source>
        <translation>Champ du code de la zone de chaque enregistrement. Vide : les enregistrements sont des points, placés dans les zones.</translation>
    </message>
    <message>
        <source>Sensitive fields</source>
        <translation>Champs sensibles</translation>
    </message>
    <message>
        <source>Fields that nobody may learn of somebody in the data, such as a diagnosis: l-diversity and t-closeness are reported.</source>
        <translation>Champs que nul ne doit apprendre d’une personne présente, p. ex. un diagnostic : l-diversité et t-proximité sont données.</translation>
    </message>
    <message>
        <source>Field whose people were counted</source>
        <translation>Champ dont les personnes ont été comptées</translation>
    </message>
    <message>
        <source>A released field that divides people, such as sex: each value needs enough people in every zone.</source>
        <translation>Un champ diffusé qui divise les personnes, p. ex. le sexe : chaque valeur exige assez d’habitants par secteur.</translation>
    </message>
    <message>
        <source>People of the values of that field</source>
        <translation>Personnes des valeurs de ce champ</translation>
    </message>
    <message>
        <source>Fields with the people of each value: F=females; M=males; or a least share: F=area_population*0.45.</source>
        <translation>Champs avec les habitants de chaque valeur : F=females; M=males; ou une part minimale : F=area_population*0.45.</translation>
    </message>
    <message>
        <source>The areas as “Merge areas into safe zones” wrote them, unchanged.</source>
        <translation>Les zones telles que « Fusionner des zones en secteurs sûrs » les a écrites, inchangées.</translation>
    </message>
    <message>
        <source>Area identifier</source>
        <translation>Identifiant de zone</translation>
    </message>
    <message>
        <source>Field with one distinct code per area, the same codes as the records have.</source>
        <translation>Champ avec un code distinct par zone, les mêmes codes que ceux des enregistrements.</translation>
    </message>
    <message>
        <source>Form of the release</source>
        <translation>Forme de la diffusion</translation>
    </message>
    <message>
        <source>member: every record gets an area drawn from its zone. cluster: the zone's code. dissolved: the zones' polygons with counts.</source>
        <translation>member : chaque enregistrement reçoit une zone tirée de son secteur. cluster : le code du secteur. dissolved : les polygones des secteurs avec effectifs.</translation>
    </message>
    <message>
        <source>Smallest count shown</source>
        <translation>Plus petit effectif montré</translation>
    </message>
    <message>
        <source>Smaller counts (but 0) are withheld, with others where known totals would reveal them. 1 shows all. Empty: as the preset says, or 11.</source>
        <translation>Les effectifs plus petits (sauf 0) sont masqués, et d’autres avec eux si des totaux connus les livraient. 1 montre tout. Vide : selon le préréglage, ou 11.</translation>
    </message>
    <message>
        <source>member: points with record and area; cluster: a table with record and cluster; dissolved: polygons with population and records, by dp also low and high (95 %).</source>
        <translation>member : points avec record et area ; cluster : un tableau avec record et cluster ; dissolved : polygones avec population et records, par dp aussi low et high (95 %).</translation>
    </message>
    <message>
        <source>Table of the zones</source>
        <translation>Tableau des zones</translation>
    </message>
    <message>
        <source>dissolved: the same rows as CSV, without shapes; withheld counts are empty.</source>
        <translation>dissolved : les mêmes lignes en CSV, sans géométrie ; les effectifs masqués sont vides.</translation>
    </message>
    <message>
        <source>CSV files (*.csv)</source>
        <translation>Fichiers CSV (*.csv)</translation>
    </message>
    <message>
        <source>Crosswalk</source>
        <translation>Table de correspondance</translation>
    </message>
    <message>
        <source>Internal: each input row with its area, what was released for it and how far it was moved.</source>
        <translation>Interne : chaque ligne d’entrée avec sa zone, ce qui a été diffusé et de combien elle a été déplacée.</translation>
    </message>
    <message>
        <source>Records released</source>
        <translation>Enregistrements diffusés</translation>
    </message>
    <message>
        <source>Records held back</source>
        <translation>Enregistrements non diffusés</translation>
    </message>
    <message>
        <source>1 / people of the smallest released class</source>
        <translation>1 / personnes de la plus petite classe diffusée</translation>
    </message>
    <message>
        <source>Most records per person of a released class</source>
        <translation>Maximum d’enregistrements par personne d’une classe diffusée</translation>
    </message>
    <message>
        <source>Counts withheld</source>
        <translation>Effectifs masqués</translation>
    </message>
    <message>
        <source>Records in withheld counts</source>
        <translation>Enregistrements dans des effectifs masqués</translation>
    </message>
    <message>
        <source>Every count by zone and released field is below {smallest}: no record can be released. Merge again with MINIMUM_CASES, or release fewer or coarser fields.</source>
        <translation>Chaque effectif par secteur et champ diffusé est inférieur à {smallest} : aucun enregistrement ne peut être diffusé. Fusionnez de nouveau avec MINIMUM_CASES, ou diffusez moins de champs ou des champs plus grossiers.</translation>
    </message>
    <message>
        <source>Layer “{layer}” joins areas that different runs merged. Use those of one run.</source>
        <translation>La couche « {layer} » réunit des zones fusionnées par des exécutions différentes. Utilisez celles d’une seule.</translation>
    </message>
    <message>
        <source>No area of “{layer}” is in a zone: nothing can be released.</source>
        <translation>Aucune zone de « {layer} » n’est dans un secteur : rien ne peut être diffusé.</translation>
    </message>
    <message>
        <source>zone population</source>
        <translation>population du secteur</translation>
    </message>
    <message>
        <source>Layer “{layer}”: the areas of zone {clusters} no longer add up to its population. Areas are missing or were changed; use the layer as “Merge areas into safe zones” wrote it.</source>
        <translation>Couche « {layer} » : les zones du secteur {clusters} ne donnent plus sa population. Des zones manquent ou ont changé ; utilisez la couche telle que « Fusionner des zones en secteurs sûrs » l’a écrite.</translation>
    </message>
    <message>
        <source>The field “{field}” holds the true area of each record and cannot be released.</source>
        <translation>Le champ « {field} » contient la vraie zone de chaque enregistrement et ne peut être diffusé.</translation>
    </message>
    <message>
        <source>{count} of {total} records lie in no area (features {features}).</source>
        <translation>{count} enregistrements sur {total} ne sont dans aucune zone (entités {features}).</translation>
    </message>
    <message>
        <source>No record lies in a zone: nothing can be released.</source>
        <translation>Aucun enregistrement n’est dans un secteur : rien ne peut être diffusé.</translation>
    </message>
    <message>
        <source>each record with an area drawn at random from its zone</source>
        <translation>chaque enregistrement avec une zone tirée au hasard de son secteur</translation>
    </message>
    <message>
        <source>each record with the code of its zone</source>
        <translation>chaque enregistrement avec le code de son secteur</translation>
    </message>
    <message>
        <source>counts of records on the zones</source>
        <translation>effectifs d’enregistrements sur les secteurs</translation>
    </message>
    <message>
        <source>What leaves the building in place of the patients’ areas.</source>
        <translation>Ce qui est diffusé à la place des zones des patients.</translation>
    </message>
    <message>
        <source>Layer “{layer}”: no single field says in which boundary unit the areas without a zone lie, so that the records there cannot be protected from the totals of units. Merge with the units in one field (BOUNDARY), or set TOTALS to overall.</source>
        <translation>Couche « {layer} » : aucun champ ne dit à lui seul dans quelle unité se trouvent les zones sans secteur, si bien que leurs enregistrements ne peuvent être protégés des totaux des unités. Fusionnez avec les unités dans un seul champ (BOUNDARY), ou mettez TOTALS à overall.</translation>
    </message>
    <message>
        <source>A table of the zones comes with the form dissolved. Choose it, or leave it out.</source>
        <translation>Un tableau des zones n’existe que pour la forme dissolved. Choisissez-la, ou ne demandez pas le tableau.</translation>
    </message>
    <message>
        <source>{count} records lie in unresolved areas and were held back.</source>
        <translation>{count} enregistrements sont dans des zones non résolues et n’ont pas été diffusés.</translation>
    </message>
    <message>
        <source>Classes with a record</source>
        <translation>Classes avec un enregistrement</translation>
    </message>
    <message>
        <source>Most records per person of a class</source>
        <translation>Maximum d’enregistrements par personne d’une classe</translation>
    </message>
    <message>
        <source>Form</source>
        <translation>Forme</translation>
    </message>
    <message>
        <source>People of the smallest class, recomputed</source>
        <translation>Personnes de la plus petite classe, recalculées</translation>
    </message>
    <message>
        <source>1 / people of the smallest class</source>
        <translation>1 / personnes de la plus petite classe</translation>
    </message>
    <message>
        <source>Check the codes or the layers, or set OUTSIDE to leave_out.</source>
        <translation>Vérifiez les codes ou les couches, ou réglez OUTSIDE sur leave_out.</translation>
    </message>
    <message>
        <source>Mean move of a record</source>
        <translation>Déplacement moyen d’un enregistrement</translation>
    </message>
    <message>
        <source>{exposed} of {records}</source>
        <translation>{exposed} sur {records}</translation>
    </message>
    <message>
        <source>An outsider knows what is printed, the totals named below, the method, and that a withheld count is not 0 where zeros are shown. Separate code computed, in whole numbers, what each count can then be.</source>
        <translation>Une personne extérieure connaît ce qui est imprimé, les totaux nommés ci-dessous, la méthode, et qu’un effectif masqué n’est pas 0 là où les zéros sont montrés. Un code à part a calculé, en nombres entiers, ce que chaque effectif peut alors être.</translation>
    </message>
    <message>
        <source>Map of the released rates</source>
        <translation>Carte des taux diffusés</translation>
    </message>
    <message>
        <source>Methods: “Areas were grouped with GeoDeID {version} into connected zones, each{inside} with at least {people} people, as many and as compact as the bounds allow (after El Emam and Arbuckle 2013). Separate code checked the finished zones.”</source>
        <translation>Méthodes : « Les zones ont été réunies avec GeoDeID {version} en secteurs d’un seul tenant, chacun{inside} d’au moins {people} personnes, aussi nombreux et compacts que les bornes le permettent (d’après El Emam et Arbuckle 2013) ; les secteurs achevés ont été vérifiés par un code distinct. »</translation>
    </message>
    <message>
        <source>patients in the smallest count shown (limit {limit})</source>
        <translation>patients dans le plus petit effectif publié (limite {limit})</translation>
    </message>
    <message>
        <source>Counts that were released</source>
        <translation>Effectifs diffusés</translation>
    </message>
    <message>
        <source>Zone</source>
        <translation>Secteur</translation>
    </message>
    <message>
        <source>Records (95 %)</source>
        <translation>Enregistrements (95 %)</translation>
    </message>
    <message>
        <source>Per 100 000</source>
        <translation>Pour 100 000</translation>
    </message>
    <message>
        <source>Per 100 000 (95 %)</source>
        <translation>Pour 100 000 (95 %)</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>Attendu</translation>
    </message>
    <message>
        <source>Expected: the people of a zone times the rate of all records, withheld ones too.</source>
        <translation>Attendus : les personnes d’un secteur multipliées par le taux de tous les enregistrements, y compris ceux qui sont masqués.</translation>
    </message>
    <message>
        <source>Expected: the people of a zone times the rate of all counts shown. Withheld counts are mostly small, so that this rate, and with it what is expected, is too high.</source>
        <translation>Attendus : les personnes d’un secteur multipliées par le taux de tous les effectifs montrés. Les effectifs masqués sont surtout petits : ce taux, et donc ce qui est attendu, est trop élevé.</translation>
    </message>
    <message>
        <source>Audit of the counts</source>
        <translation>Audit des effectifs</translation>
    </message>
    <message>
        <source>SMALL_CELL is 1: no count was protected. Whoever counts the released records or reads the counts learns every small count by zone.</source>
        <translation>SMALL_CELL est 1 : aucun effectif n’a été protégé. Qui compte les enregistrements diffusés ou lit les effectifs apprend chaque petit effectif par secteur.</translation>
    </message>
    <message>
        <source>the total of each boundary unit</source>
        <translation>le total de chaque unité</translation>
    </message>
    <message>
        <source>the total of all records</source>
        <translation>le total de tous les enregistrements</translation>
    </message>
    <message>
        <source>kept by you</source>
        <translation>gardée par vous</translation>
    </message>
    <message>
        <source>made for this run and forgotten</source>
        <translation>créée pour cette exécution et oubliée</translation>
    </message>
    <message>
        <source>True count</source>
        <translation>Vrai effectif</translation>
    </message>
    <message>
        <source>Possible</source>
        <translation>Possible</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>Valeurs</translation>
    </message>
    <message>
        <source>0: no record</source>
        <translation>0 : aucun enregistrement</translation>
    </message>
    <message>
        <source>0, which need not be the true count</source>
        <translation>0, qui n’est pas forcément l’effectif réel</translation>
    </message>
    <message>
        <source>What remains</source>
        <translation>Ce qui reste</translation>
    </message>
    <message>
        <source>Repeated releases: merge once for all of them. Two sets of zones of the same areas intersect in smaller groups, and masking the same records again reveals the members of their zone.</source>
        <translation>Diffusions répétées : employez un seul découpage en secteurs pour toutes. Deux découpages des mêmes zones se recoupent en groupes plus petits, et d’autres tirages pour les mêmes enregistrements révèlent les membres de leur secteur.</translation>
    </message>
    <message>
        <source>Other tables: a count that is withheld here can be found where another table gives the total of the same people. Compare what was published before.</source>
        <translation>Autres tableaux : un effectif masqué ici peut se retrouver là où un autre tableau donne le total des mêmes personnes. Comparez avec ce qui a été publié auparavant.</translation>
    </message>
    <message>
        <source>“Every zone was made to hold at least {least} records. Where records are rare zones are large, so that counts are alike and rates say where records are dense.”</source>
        <translation>« Chaque secteur a été fait pour compter au moins {least} enregistrements. Là où ils sont rares, les secteurs sont grands : les effectifs se ressemblent, et les taux disent où les enregistrements sont denses. »</translation>
    </message>
    <message>
        <source>Key of the map: “Hatched: withheld, because the count lies from 1 to {less} or is held back to protect another.”</source>
        <translation>Légende de la carte : « Hachuré : masqué, parce que l’effectif est entre 1 et {less} ou est masqué pour en protéger un autre. »</translation>
    </message>
    <message>
        <source>“Counts from 1 to {less} were withheld, and further ones drawn by a secret key, so that at least {values} values remain possible for each of them.”</source>
        <translation>« Les effectifs de 1 à {less} ont été masqués, ainsi que d’autres tirés par une clé secrète, de sorte qu’au moins {values} valeurs restent possibles pour chacun. »</translation>
    </message>
    <message>
        <source>“Counts were rounded at random to multiples of {base}, without bias; at least {values} values remain possible for each small one.”</source>
        <translation>« Les effectifs ont été arrondis au hasard à des multiples de {base}, sans biais ; au moins {values} valeurs restent possibles pour chaque petit effectif. »</translation>
    </message>
    <message>
        <source>“Counts were changed at random by at most {spread}, without bias, by keys of the records (the cell key method).”</source>
        <translation>« Les effectifs ont été changés au hasard d’au plus {spread}, sans biais, par des clés des enregistrements (méthode de la clé de cellule). »</translation>
    </message>
    <message>
        <source>counts are withheld</source>
        <translation>effectifs sont masqués</translation>
    </message>
    <message>
        <source>The counts were changed at random to protect people; sums of them differ from the true sums.</source>
        <translation>Les effectifs ont été changés au hasard pour protéger des personnes ; leurs sommes diffèrent des vraies sommes.</translation>
    </message>
    <message>
        <source>In {units} a withheld count may also be 0: zeros are withheld there, too.</source>
        <translation>Dans {units}, un effectif masqué peut aussi être 0 : les zéros y sont masqués aussi.</translation>
    </message>
    <message>
        <source>the whole area</source>
        <translation>toute la région</translation>
    </message>
    <message>
        <source>Zones with a count</source>
        <translation>Secteurs avec un effectif</translation>
    </message>
    <message>
        <source>Records in the counts shown</source>
        <translation>Enregistrements dans les effectifs montrés</translation>
    </message>
    <message>
        <source>People of the zones shown</source>
        <translation>Personnes des secteurs montrés</translation>
    </message>
    <message>
        <source>Records per 100 000 people there (95 % interval)</source>
        <translation>Enregistrements pour 100 000 personnes (intervalle à 95 %)</translation>
    </message>
    <message>
        <source>Expected: the people of a zone times the rate of all counts shown.</source>
        <translation>Attendu : les personnes d’un secteur fois le taux de tous les effectifs montrés.</translation>
    </message>
    <message>
        <source>Records in them</source>
        <translation>Enregistrements qu’ils contiennent</translation>
    </message>
    <message>
        <source>Possible values asked for</source>
        <translation>Valeurs possibles demandées</translation>
    </message>
    <message>
        <source>Taken as known</source>
        <translation>Tenu pour connu</translation>
    </message>
    <message>
        <source>Records per 100 000 people of each zone.</source>
        <translation>Enregistrements pour 100 000 personnes de chaque secteur.</translation>
    </message>
    <message>
        <source>Caption: “Each record stands at an area drawn at random from a group of areas with at least {people} people; no dot marks the place of a person.”</source>
        <translation>Légende : « Chaque enregistrement se trouve à une zone tirée au hasard dans un groupe de zones d’au moins {people} personnes ; aucun point ne marque le lieu d’une personne. »</translation>
    </message>
    <message>
        <source>Caption: “Places are groups of areas with at least {people} people each.”</source>
        <translation>Légende : « Les lieux sont des groupes de zones d’au moins {people} personnes chacun. »</translation>
    </message>
    <message>
        <source>Caption: “Counts by groups of areas with at least {people} people each.”</source>
        <translation>Légende : « Effectifs par groupes de zones d’au moins {people} personnes chacun. »</translation>
    </message>
    <message>
        <source>“Each record was given an area drawn at random from its zone.”</source>
        <translation>« Chaque enregistrement a reçu une zone tirée au hasard dans son secteur. »</translation>
    </message>
    <message>
        <source>“Each record was given the code of its zone.”</source>
        <translation>« Chaque enregistrement a reçu le code de son secteur. »</translation>
    </message>
    <message>
        <source>“Records were held back where their zone, with the released fields, holds from 1 to {less} of them. Further ones were drawn by a secret key, so that at least {values} values remain possible for each count that is not shown.”</source>
        <translation>« Des enregistrements n’ont pas été diffusés là où leur secteur, avec les champs diffusés, en contient de 1 à {less}, ainsi que d’autres tirés par une clé secrète, de sorte qu’au moins {values} valeurs restent possibles pour chaque effectif qui n’est pas montré. »</translation>
    </message>
    <message>
        <source>Fewest possible values of such a count</source>
        <translation>Plus petit nombre de valeurs possibles d’un tel effectif</translation>
    </message>
    <message>
        <source>Units whose totals must not be published</source>
        <translation>Unités dont les totaux ne doivent pas être publiés</translation>
    </message>
    <message>
        <source>The part of the map where zones are densest, larger.</source>
        <translation>La partie de la carte où les secteurs sont les plus denses, agrandie.</translation>
    </message>
    <message>
        <source>withheld to protect people</source>
        <translation>masqué pour protéger des personnes</translation>
    </message>
    <message>
        <source>no data: in no zone, not released</source>
        <translation>sans donnée : dans aucun secteur, non diffusé</translation>
    </message>
    <message>
        <source>inside its boundary unit and</source>
        <translation>dans son unité de limite et</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>Ensemble</translation>
    </message>
    <message>
        <source>Counts on a grid for release</source>
        <translation>Effectifs sur une grille pour diffusion</translation>
    </message>
    <message>
        <source>grid</source>
        <translation>grille</translation>
    </message>
    <message>
        <source>hexagon</source>
        <translation>hexagone</translation>
    </message>
    <message>
        <source>h3</source>
        <translation>h3</translation>
    </message>
    <message>
        <source>quadtree</source>
        <translation>arbre quaternaire</translation>
    </message>
    <message>
        <source>Releases counts of points by squares, hexagons, or squares that are finer where records are many, on a grid that stays the same over years. Small counts are withheld so that nobody can compute them.</source>
        <translation>Diffuse des effectifs de points par carrés, hexagones ou carrés plus fins là où les enregistrements sont nombreux, sur une grille qui reste la même d’année en année. Les petits effectifs sont masqués de sorte que nul ne puisse les calculer.</translation>
    </message>
    <message>
        <source>Subtraction was tried by someone who knows the total and the rule: each withheld count keeps {values} possible values or more.</source>
        <translation>La soustraction a été essayée par quelqu’un qui connaît le total et la règle : chaque effectif masqué garde au moins {values} valeurs possibles.</translation>
    </message>
    <message>
        <source>The grid is anchored at the origin of its plane, whatever the points. Cells that are not listed hold no record. A withheld count is small, or is withheld to protect another.</source>
        <translation>La grille est ancrée à l’origine de son plan, quels que soient les points. Les mailles absentes de la liste ne contiennent aucun enregistrement. Un effectif masqué est petit, ou est masqué pour en protéger un autre.</translation>
    </message>
    <message>
        <source>The ledger holds zones of areas for these years ({numbers}), which a grid cuts. Counts by both can be subtracted, and whether counts by the zones are out is not known here.</source>
        <translation>Le registre contient des secteurs de zones pour ces années ({numbers}), qu’une grille coupe. Les effectifs par les deux peuvent être soustraits, et si des effectifs par les secteurs sont déjà publiés n’est pas connu ici.</translation>
    </message>
    <message>
        <source>Publish counts by one of both only, with a ledger that holds that one.</source>
        <translation>Ne publiez des effectifs que par l’un des deux, avec un registre qui contient celui-là.</translation>
    </message>
    <message>
        <source>Release {number} of the ledger, of overlapping years, counted {before} records in cell {cell}, and now there are {now}: the difference of the two grids reveals those few. Release the same records as then, or state a PERIOD of other records.</source>
        <translation>La diffusion {number} du registre, pour des années qui se recoupent, comptait {before} enregistrements dans la maille {cell} ; il y en a maintenant {now} : la différence des deux grilles révèle ces quelques-uns. Diffusez les mêmes enregistrements qu’alors, ou indiquez un PERIOD d’autres enregistrements.</translation>
    </message>
    <message>
        <source>Points</source>
        <translation>Points</translation>
    </message>
    <message>
        <source>Points, one per record.</source>
        <translation>Points, un par enregistrement.</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Forme</translation>
    </message>
    <message>
        <source>square or hexagon: cells of one size. quadtree: squares that are split in four while every part is empty or may be shown. h3: cells of H3, by the Python package h3.</source>
        <translation>square ou hexagon : mailles d’une seule taille. quadtree : carrés divisés en quatre tant que chaque part est vide ou peut être montrée. h3 : mailles H3, par le paquet Python h3.</translation>
    </message>
    <message>
        <source>Size of a cell (m)</source>
        <translation>Taille d’une maille (m)</translation>
    </message>
    <message>
        <source>Side of a square, width of a hexagon; of the finest cells of a quadtree, whose coarsest are 16 times as wide. h3 takes the resolution whose cells are nearest to it. Metres.</source>
        <translation>Côté d’un carré, largeur d’un hexagone ; des mailles les plus fines d’un quadtree, dont les plus grossières sont 16 fois plus larges. h3 prend la résolution dont les mailles en sont les plus proches. Mètres.</translation>
    </message>
    <message>
        <source>Counts from 1 to one less are withheld, with further ones so that nobody can subtract.</source>
        <translation>Les effectifs de 1 à un de moins sont masqués, avec d’autres pour que personne ne puisse soustraire.</translation>
    </message>
    <message>
        <source>Plane of the grid</source>
        <translation>Plan de la grille</translation>
    </message>
    <message>
        <source>Projected, in metres; never change it between years. EPSG:3035 gives the INSPIRE grids. Empty: that of the points, or EPSG:6933. H3 has none.</source>
        <translation>Projeté, en mètres ; ne le changez jamais d’une année à l’autre. EPSG:3035 donne les grilles INSPIRE. Vide : celui des points, ou EPSG:6933. H3 n’en a pas.</translation>
    </message>
    <message>
        <source>Field that identifies a patient, where one may have several points: small counts are of patients then. It is not released.</source>
        <translation>Champ identifiant un patient, s’il peut avoir plusieurs points : les petits effectifs sont alors ceux des patients. Il n’est pas diffusé.</translation>
    </message>
    <message>
        <source>Areas with population</source>
        <translation>Zones avec population</translation>
    </message>
    <message>
        <source>Census areas, small ones at best: how many people live in a cell. Without them the verdict is at best not judged.</source>
        <translation>Zones de recensement, petites de préférence : combien de personnes habitent une maille. Sans elles, le verdict est au mieux « non jugé ».</translation>
    </message>
    <message>
        <source>suppress: small counts are withheld, with further ones that protect them. dp: differential privacy in all cells of one size that meet AREAS, by RECORD_ID and EPSILON or RHO.</source>
        <translation>suppress : les petits effectifs sont masqués, avec d’autres qui les protègent. dp : confidentialité différentielle dans toutes les mailles d’une taille qui touchent AREAS, par RECORD_ID et EPSILON ou RHO.</translation>
    </message>
    <message>
        <source>Cells with cell, records, hidden and side_m; by dp also low and high (95 %).</source>
        <translation>Mailles avec cell, records, hidden et side_m ; par dp aussi low et high (95 %).</translation>
    </message>
    <message>
        <source>Cells</source>
        <translation>Mailles</translation>
    </message>
    <message>
        <source>Fewest possible values of a withheld count</source>
        <translation>Plus petit nombre de valeurs possibles d’un effectif masqué</translation>
    </message>
    <message>
        <source>A quadtree divides where records are many, which reveals something of them. The rule dp needs the shape square, hexagon or h3.</source>
        <translation>Un arbre quaternaire se divise là où les enregistrements sont nombreux, ce qui en révèle quelque chose. La règle dp demande la forme square, hexagon ou h3.</translation>
    </message>
    <message>
        <source>The rule dp needs AREAS and POPULATION: they say which cells there are, empty ones too.</source>
        <translation>La règle dp demande AREAS et POPULATION : ils disent quelles mailles existent, les vides aussi.</translation>
    </message>
    <message>
        <source>The grid would have {count} cells, more than {most}. Choose a larger SIZE.</source>
        <translation>La grille aurait {count} mailles, plus que {most}. Choisissez un SIZE plus grand.</translation>
    </message>
    <message>
        <source>The plane of the grid, {crs}, is not in metres. Choose a projected system as GRID_CRS.</source>
        <translation>Le plan de la grille, {crs}, n’est pas en mètres. Choisissez un système projeté comme GRID_CRS.</translation>
    </message>
    <message>
        <source>Choose larger cells, or the shape quadtree.</source>
        <translation>Choisissez de plus grandes mailles, ou la forme quadtree.</translation>
    </message>
    <message>
        <source>Nobody can compute a small count from what is released, and no count gives away that somebody is in the data.</source>
        <translation>Personne ne peut calculer un petit effectif à partir de ce qui est diffusé, et aucun effectif ne révèle que quelqu’un figure dans les données.</translation>
    </message>
    <message>
        <source>The cells are those of H3, resolution {resolution}, whatever the points. Cells that are not listed hold no record. A withheld count is small, or is withheld to protect another.</source>
        <translation>Les mailles sont celles de H3, résolution {resolution}, quels que soient les points. Les mailles absentes ne contiennent aucun enregistrement. Un effectif masqué est petit, ou masqué pour en protéger un autre.</translation>
    </message>
    <message>
        <source>What an outsider can compute of each withheld count.</source>
        <translation>Ce qu’une personne extérieure peut calculer de chaque effectif masqué.</translation>
    </message>
    <message>
        <source>Counts of records by cells of a grid.</source>
        <translation>Effectifs d’enregistrements par mailles d’une grille.</translation>
    </message>
    <message>
        <source>Map of the released counts</source>
        <translation>Carte des effectifs diffusés</translation>
    </message>
    <message>
        <source>Together with release {numbers} of the ledger, this grid would reveal {count} withheld counts; the worst could be narrowed to {low} to {high} records. Release by the SIZE and SHAPE of then, or state a PERIOD of other records.</source>
        <translation>Avec la diffusion {numbers} du registre, cette grille révélerait {count} effectifs masqués ; le pire pourrait être réduit à {low} à {high} enregistrements. Diffusez avec SIZE et SHAPE d’alors, ou indiquez un PERIOD d’autres enregistrements.</translation>
    </message>
    <message>
        <source>Release {number} of the ledger, of overlapping years, is by another grid ({shape}, {size:g} m, {crs}): where cells cut each other, what the two tell together is not checked. Choose its SHAPE, SIZE and GRID_CRS, squares whose sizes nest, or state a PERIOD of other records.</source>
        <translation>La diffusion {number} du registre, d’années qui se recoupent, suit une autre grille ({shape}, {size:g} m, {crs}) : là où des mailles se coupent, ce que les deux révèlent ensemble n’est pas vérifié. Choisissez ses SHAPE, SIZE et GRID_CRS, des carrés dont les tailles s’emboîtent, ou indiquez une PERIOD d’autres enregistrements.</translation>
    </message>
    <message>
        <source>Release {number} of the ledger, of overlapping years, held no record where now there are {now}: the difference of the two grids reveals those few. Release the same records as then, or state a PERIOD of other records.</source>
        <translation>La diffusion {number} du registre, pour des années qui se recoupent, n’avait aucun enregistrement là où il y en a maintenant {now} : la différence des deux grilles révèle ces quelques-uns. Diffusez les mêmes enregistrements qu’alors, ou indiquez un PERIOD d’autres enregistrements.</translation>
    </message>
    <message>
        <source>Cell</source>
        <translation>Maille</translation>
    </message>
    <message>
        <source>Side (m)</source>
        <translation>Côté (m)</translation>
    </message>
    <message>
        <source>Cells of H3 lie on the sphere, not in a plane: leave GRID_CRS empty.</source>
        <translation>Les mailles H3 reposent sur la sphère, non dans un plan : laissez GRID_CRS vide.</translation>
    </message>
    <message>
        <source>Possible values of each withheld count, in whole numbers</source>
        <translation>Valeurs possibles de chaque effectif masqué, en nombres entiers</translation>
    </message>
    <message>
        <source>Cells with a record</source>
        <translation>Mailles avec un enregistrement</translation>
    </message>
    <message>
        <source>Release {number} of the ledger, of overlapping years, counts by areas, and a grid cuts these: what the two tell together is not checked. Release one of them, or state a PERIOD of other records.</source>
        <translation>La diffusion {number} du registre, d’années qui se recoupent, compte par zones, et une grille les coupe : ce que les deux disent ensemble n’est pas vérifié. Diffusez l’une des deux, ou indiquez une PERIOD d’autres enregistrements.</translation>
    </message>
    <message>
        <source>Key file as “Release ledger” makes it: the same key withholds the same counts at every run. Never release it.</source>
        <translation>Fichier de clé tel que « Registre des diffusions » le crée : la même clé retient les mêmes effectifs à chaque exécution. Ne le diffusez jamais.</translation>
    </message>
    <message>
        <source>More than half of the counts are withheld.</source>
        <translation>Plus de la moitié des effectifs sont masqués.</translation>
    </message>
    <message>
        <source>withheld</source>
        <translation>masqué</translation>
    </message>
    <message>
        <source>Every released class was checked again from the layer of merged areas and keeps its bounds; the smallest in which a record is released holds {people:,.0f} people.</source>
        <translation>Chaque classe diffusée a été vérifiée de nouveau d’après la couche des zones fusionnées et garde ses bornes ; la plus petite où un enregistrement est diffusé contient {people:,.0f} personnes.</translation>
    </message>
    <message>
        <source>Judged as the only release of these records: without MASK_KEY a second one would withhold or change other counts, and the two together reveal the true ones. Release them again only with a ledger or the same key.</source>
        <translation>Jugé comme la seule diffusion de ces enregistrements : sans MASK_KEY, une deuxième masquerait ou changerait d’autres effectifs, et les deux ensemble révèlent les vrais. Ne les diffusez de nouveau qu’avec un registre ou la même clé.</translation>
    </message>
    <message>
        <source>The release was counted by zone, as someone would who knows the totals and the rule: of {cells} counts {hidden} are withheld, and each keeps {values} possible values or more.</source>
        <translation>La diffusion a été comptée par secteur, comme le ferait quelqu’un qui connaît les totaux et la règle : sur {cells} effectifs, {hidden} sont masqués, et chacun garde au moins {values} valeurs possibles.</translation>
    </message>
    <message>
        <source>By {field}, {count} counts of {smallest} records or more come from fewer patients than that: several records of one patient hide nobody.</source>
        <translation>Selon {field}, {count} effectifs de {smallest} enregistrements ou plus viennent de moins de patients que cela : plusieurs enregistrements d’un même patient ne cachent personne.</translation>
    </message>
    <message>
        <source>Release one record per patient, or the first of each, so that counts are of patients.</source>
        <translation>Diffusez un enregistrement par patient, ou le premier de chacun, pour que les effectifs soient ceux de patients.</translation>
    </message>
    <message>
        <source>Give AREAS and POPULATION, census areas as small as there are; or choose larger cells.</source>
        <translation>Indiquez AREAS et POPULATION, les plus petites zones de recensement qui existent ; ou choisissez des mailles plus grandes.</translation>
    </message>
    <message>
        <source>The released fields {fields} divide the zones into {classes} classes of records, the smallest of {k}; {alone} records are the only ones of their class. How many people have the released values is not known, so the risk of a record beside its values could not be bounded.</source>
        <translation>Les champs diffusés {fields} divisent les secteurs en {classes} classes d’enregistrements, la plus petite de {k} ; {alone} enregistrements sont seuls dans leur classe. On ne sait pas combien de personnes ont les valeurs diffusées, le risque d’un enregistrement à côté de ses valeurs n’a donc pu être borné.</translation>
    </message>
    <message>
        <source>After merging with a column for each class, name the people with each value in CLASS_FIELD and CLASS_POPULATIONS. Name what patients alone have, such as a stage, in SENSITIVE. Or release fewer or coarser fields.</source>
        <translation>Nommez les personnes de chaque valeur dans CLASS_FIELD et CLASS_POPULATIONS, après une fusion avec une colonne par classe ; nommez dans SENSITIVE ce que seuls les patients ont, comme un stade ; ou diffusez des champs moins nombreux ou plus grossiers.</translation>
    </message>
    <message>
        <source>The values of {field} together count {sum} people where {all} live: some are counted under several values, or one value counts everybody. {right}</source>
        <translation>Les valeurs de {field} comptent ensemble {sum} personnes là où {all} habitent : certaines sont comptées sous plusieurs valeurs, ou une valeur compte tout le monde. {right}</translation>
    </message>
    <message>
        <source>Give each value a field with the people who have it and no other.</source>
        <translation>Donnez à chaque valeur un champ avec les personnes qui l’ont et nulle autre.</translation>
    </message>
    <message>
        <source>With their {field}, records stand among {people:,.0f} people or more.</source>
        <translation>Avec leur {field}, les enregistrements se trouvent parmi {people:,.0f} personnes ou plus.</translation>
    </message>
    <message>
        <source>{count} records lie in no zone and are not released.</source>
        <translation>{count} enregistrements ne sont dans aucun secteur et ne sont pas diffusés.</translation>
    </message>
    <message>
        <source>{count} records are not released, because too few share their zone and released values.</source>
        <translation>{count} enregistrements ne sont pas diffusés, parce que trop peu partagent leur secteur et leurs valeurs diffusées.</translation>
    </message>
    <message>
        <source>No count by zone was protected (SMALL_CELL is 1): {small} of {cells} lie from 1 to {less}, and whoever counts the release knows them.</source>
        <translation>Aucun effectif par secteur n’a été protégé (SMALL_CELL est 1) : {small} sur {cells} sont entre 1 et {less}, et qui compte la diffusion les connaît.</translation>
    </message>
    <message>
        <source>Leave SMALL_CELL empty, or merge with MINIMUM_CASES.</source>
        <translation>Laissez SMALL_CELL vide, ou fusionnez avec MINIMUM_CASES.</translation>
    </message>
    <message>
        <source>Too few records lie in {units} to hide one among others: their counts are withheld, and stay unknown only while their totals are published nowhere.</source>
        <translation>Trop peu d’enregistrements se trouvent dans {units} pour en cacher un parmi d’autres : leurs effectifs sont masqués, et ne restent inconnus que tant que leurs totaux ne sont publiés nulle part.</translation>
    </message>
    <message>
        <source>Merge with larger boundary units, or with MINIMUM_CASES.</source>
        <translation>Fusionnez avec de plus grandes unités, ou avec MINIMUM_CASES.</translation>
    </message>
    <message>
        <source>The counts were read by somebody who knows the totals and the rule: all {cells} were changed at random, and each that may be small keeps {values} possible values or more.</source>
        <translation>Les effectifs ont été lus par qui connaît les totaux et la règle : tous les {cells} ont été changés au hasard, et chacun de ceux qui peuvent être petits garde {values} valeurs possibles ou plus.</translation>
    </message>
    <message>
        <source>The release was counted by zone, as someone would: none of its {cells} counts lies from 1 to {less}, and none is withheld.</source>
        <translation>La diffusion a été comptée par secteur, comme quelqu’un le ferait : aucun de ses {cells} effectifs n’est compris entre 1 et {less}, et aucun n’est masqué.</translation>
    </message>
    <message>
        <source>By {field} no count stands for fewer patients than {smallest}.</source>
        <translation>Selon {field}, aucun effectif ne représente moins de {smallest} patients.</translation>
    </message>
    <message>
        <source>How many people live in the cells is not known: whether a count is of nearly all of them could not be judged.</source>
        <translation>On ignore combien de personnes habitent les mailles : si un effectif les compte presque toutes n’a pu être jugé.</translation>
    </message>
    <message>
        <source>In {count} cells ({cells}) areas with people are cut, and whether the records are nearly all who live there could not be judged.</source>
        <translation>Dans {count} mailles ({cells}), des zones habitées sont coupées ; si les enregistrements sont presque tous ceux qui y habitent n’a pu être jugé.</translation>
    </message>
    <message>
        <source>No field is released beside the zone: a class is the whole zone.</source>
        <translation>Aucun champ n’est diffusé à côté du secteur : une classe est le secteur entier.</translation>
    </message>
    <message>
        <source>The released fields ({fields}) divide no zone.</source>
        <translation>Les champs diffusés ({fields}) ne divisent aucun secteur.</translation>
    </message>
    <message>
        <source>Nothing in CLASS_POPULATIONS says how many people have the value {values}.</source>
        <translation>Rien dans CLASS_POPULATIONS ne dit combien de personnes ont la valeur {values}.</translation>
    </message>
    <message>
        <source>The zones keep no least number of people, so what their classes must keep is not known.</source>
        <translation>Les secteurs ne gardent aucun nombre minimal de personnes ; ce que leurs classes doivent garder n’est donc pas connu.</translation>
    </message>
    <message>
        <source>With their {field}, records stand among fewer people than the zones' bound asks for ({classes}).</source>
        <translation>Avec leur {field}, des enregistrements se trouvent parmi moins de personnes que la borne des secteurs ne le demande ({classes}).</translation>
    </message>
    <message>
        <source>Merge with a column of people for each class and the bound “maximum”.</source>
        <translation>Fusionnez avec une colonne de personnes pour chaque classe et la borne « maximum ».</translation>
    </message>
    <message>
        <source>With their {field}, records stand among {people:,.0f} people or more, if every area has the least share that was stated.</source>
        <translation>Avec leur {field}, les enregistrements se trouvent parmi {people:,.0f} personnes ou plus, si chaque zone a la plus petite part qui a été indiquée.</translation>
    </message>
    <message>
        <source>The release shows whole zones only, every zone is as large as its limit asks for, and no count gives away that somebody is in the data.</source>
        <translation>La diffusion ne montre que des secteurs entiers, chaque secteur est aussi grand que sa limite l’exige, et aucun effectif ne révèle que quelqu’un figure dans les données.</translation>
    </message>
    <message>
        <source>Give a field with the people of each value.</source>
        <translation>Donnez un champ avec les personnes de chaque valeur.</translation>
    </message>
    <message>
        <source>People of every zone that holds a record, computed again from the layer</source>
        <translation>Personnes de chaque secteur qui contient un enregistrement, recalculées à partir de la couche</translation>
    </message>
    <message>
        <source>Check a table of counts</source>
        <translation>Vérifier un tableau d’effectifs</translation>
    </message>
    <message>
        <source>differencing</source>
        <translation>différenciation</translation>
    </message>
    <message>
        <source>audit</source>
        <translation>vérification</translation>
    </message>
    <message>
        <source>table</source>
        <translation>table</translation>
    </message>
    <message>
        <source>Computes from a published table what each withheld count can be, as anybody can by subtraction: from the counts shown, totals, and counts of the same records by other zones.</source>
        <translation>Calcule d’après un tableau publié ce que peut être chaque effectif masqué, comme chacun peut le faire par soustraction : des effectifs montrés, des totaux et des effectifs des mêmes enregistrements par d’autres zones.</translation>
    </message>
    <message>
        <source>No total and no other count was given to subtract from. Whoever knows how many records there are, or reads another table of them, can know more than this audit.</source>
        <translation>Aucun total ni autre effectif n’a été donné pour soustraire. Qui sait combien il y a d’enregistrements, ou en lit une autre table, peut en savoir plus que cette vérification.</translation>
    </message>
    <message>
        <source>Give OVERALL, TOTALS, TOTAL_FIELD or OTHER: whatever was published, or is easily known.</source>
        <translation>Donnez OVERALL, TOTALS, TOTAL_FIELD ou OTHER : tout ce qui a été publié ou se sait facilement.</translation>
    </message>
    <message>
        <source>Everything printed is an equation between whole numbers. Sums within sums were solved in two passes. Tables by two ways and counts by other zones were solved as flows in a network, which gives the least and the most of each count. Nothing here depends on how the table was protected.</source>
        <translation>Tout ce qui est imprimé est une équation entre nombres entiers. Les sommes dans des sommes ont été résolues en deux passes ; les tables à deux entrées et les effectifs par d’autres zones comme des flots dans un réseau, dont la plus petite et la plus grande valeur sont des entiers, avec tous les entiers entre elles. Rien ici ne dépend de la façon dont la table a été protégée.</translation>
    </message>
    <message>
        <source>No other column of “{layer}” reveals the counts: where they are withheld, each is empty or one value, or is unrelated to those that are shown.</source>
        <translation>Aucune autre colonne de « {layer} » ne révèle les effectifs : là où ils sont masqués, chacune est vide ou d’une seule valeur, ou sans lien avec ceux qui sont publiés.</translation>
    </message>
    <message>
        <source>Empty these columns where a count is withheld, or leave them out. What everybody can read elsewhere, as in a census, may be left out of the table that is audited.</source>
        <translation>Videz ces colonnes là où un effectif est masqué, ou omettez-les ; ce que chacun peut lire ailleurs, comme dans un recensement, peut être omis de la table vérifiée.</translation>
    </message>
    <message>
        <source>Columns of “{layer}” ({columns}) hold values where {count} of {hidden} counts are withheld. They go with the counts that are shown, or too few are shown to tell, so what they reveal could not be judged.</source>
        <translation>Des colonnes de « {layer} » ({columns}) contiennent des valeurs là où {count} des {hidden} effectifs sont masqués. Elles varient avec les effectifs publiés, ou trop peu le sont pour en juger : ce qu’elles révèlent n’a pu être évalué.</translation>
    </message>
    <message>
        <source>Counts</source>
        <translation>Effectifs</translation>
    </message>
    <message>
        <source>The table as it is, or would be, published: one row a zone. Yours or anybody's.</source>
        <translation>La table telle qu’elle est, ou serait, publiée : une ligne par zone. La vôtre ou celle de quiconque.</translation>
    </message>
    <message>
        <source>Counts of records</source>
        <translation>Effectifs d’enregistrements</translation>
    </message>
    <message>
        <source>Field with the count of each zone, or several for several groups. NULL: withheld.</source>
        <translation>Champ avec l’effectif de chaque zone, ou plusieurs pour plusieurs groupes. NULL : masqué.</translation>
    </message>
    <message>
        <source>Totals of the zones</source>
        <translation>Totaux des zones</translation>
    </message>
    <message>
        <source>Field with the total of each zone over the groups. NULL: not printed.</source>
        <translation>Champ avec le total de chaque zone sur les groupes. NULL : non imprimé.</translation>
    </message>
    <message>
        <source>Boundary unit</source>
        <translation>Unité</translation>
    </message>
    <message>
        <source>Field with the unit of each zone, such as its county, whose total may be known.</source>
        <translation>Champ avec l’unité de chaque zone, par exemple son comté, dont le total peut être connu.</translation>
    </message>
    <message>
        <source>Known totals</source>
        <translation>Totaux connus</translation>
    </message>
    <message>
        <source>Table with the fields name (of a unit, of a count field, or empty for all) and count.</source>
        <translation>Table avec les champs name (d’une unité, d’un champ d’effectifs, ou vide pour le total) et count.</translation>
    </message>
    <message>
        <source>Total of all records</source>
        <translation>Total de tous les enregistrements</translation>
    </message>
    <message>
        <source>The total that anybody may know, from an abstract for example. Empty: not known.</source>
        <translation>Le total que chacun peut connaître, par un résumé par exemple. Vide : inconnu.</translation>
    </message>
    <message>
        <source>Counts by other zones</source>
        <translation>Effectifs par d’autres zones</translation>
    </message>
    <message>
        <source>Another published table of the same records, by other polygons, with the field of “Counts of records”. It must cover all of them.</source>
        <translation>Un autre tableau publié des mêmes enregistrements, par d’autres polygones, avec le champ de « Effectifs d’enregistrements ». Il doit les couvrir tous.</translation>
    </message>
    <message>
        <source>A withheld count is at least</source>
        <translation>Un effectif masqué est au moins</translation>
    </message>
    <message>
        <source>1 where zeros are printed, 0 where they are withheld, too.</source>
        <translation>1 là où les zéros sont imprimés, 0 là où ils sont masqués aussi.</translation>
    </message>
    <message>
        <source>A withheld count is at most</source>
        <translation>Un effectif masqué est au plus</translation>
    </message>
    <message>
        <source>10 where the table says that counts from 1 to 10 are withheld. Empty: nothing is said.</source>
        <translation>10 si le tableau dit que les effectifs de 1 à 10 sont masqués. Vide : rien n’est dit.</translation>
    </message>
    <message>
        <source>Population</source>
        <translation>Population</translation>
    </message>
    <message>
        <source>Field with the people of each zone, whom a count cannot exceed; for several groups one field each.</source>
        <translation>Champ des habitants de chaque zone, qu’un effectif ne peut dépasser ; pour plusieurs groupes un champ chacun.</translation>
    </message>
    <message>
        <source>Possible values of a withheld count</source>
        <translation>Valeurs possibles d’un effectif masqué</translation>
    </message>
    <message>
        <source>A withheld count with fewer possible values is given away.</source>
        <translation>Un effectif masqué qui garde moins de valeurs possibles est révélé.</translation>
    </message>
    <message>
        <source>Audited counts</source>
        <translation>Effectifs audités</translation>
    </message>
    <message>
        <source>Internal: every zone with low, high and exact: what its withheld count can be; with several groups low_1 and so on.</source>
        <translation>Interne : chaque zone avec low, high et exact : ce que peut être son effectif masqué ; avec plusieurs groupes low_1, etc.</translation>
    </message>
    <message>
        <source>Withheld counts</source>
        <translation>Effectifs masqués</translation>
    </message>
    <message>
        <source>Withheld counts that can be one number only</source>
        <translation>Effectifs masqués qui ne peuvent être qu’un seul nombre</translation>
    </message>
    <message>
        <source>Withheld counts with too few possible values</source>
        <translation>Effectifs masqués avec trop peu de valeurs possibles</translation>
    </message>
    <message>
        <source>Every withheld count keeps at least {values} possible values, and no count shows that somebody who lives there is in the data.</source>
        <translation>Chaque effectif masqué garde au moins {values} valeurs possibles, et aucun effectif ne montre qu’un habitant du lieu figure dans les données.</translation>
    </message>
    <message>
        <source>Layer “{layer}”: {names} is neither a boundary unit nor a count field.</source>
        <translation>Couche « {layer} » : {names} n’est ni une unité ni un champ d’effectifs.</translation>
    </message>
    <message>
        <source>Counts by other zones can be compared with one COUNT_FIELD only.</source>
        <translation>Les effectifs par d’autres zones ne peuvent être comparés qu’avec un seul COUNT_FIELD.</translation>
    </message>
    <message>
        <source>Every zone needs a polygon to be compared with other zones.</source>
        <translation>Chaque zone doit avoir un polygone pour être comparée à d’autres zones.</translation>
    </message>
    <message>
        <source>{count} printed counts are below {values}.</source>
        <translation>{count} effectifs imprimés sont inférieurs à {values}.</translation>
    </message>
    <message>
        <source>Print them only if your rule allows it. Most rules withhold them, as “Counts by area for release” does.</source>
        <translation>Ne les imprimez que si votre règle le permet. La plupart des règles les masquent, comme le fait « Effectifs par zone pour diffusion ».</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>Nombre</translation>
    </message>
    <message>
        <source>At least</source>
        <translation>Au moins</translation>
    </message>
    <message>
        <source>At most</source>
        <translation>Au plus</translation>
    </message>
    <message>
        <source>Known</source>
        <translation>Connu</translation>
    </message>
    <message>
        <source>What anybody can compute of the counts that are withheld.</source>
        <translation>Ce que chacun peut calculer des effectifs masqués.</translation>
    </message>
    <message>
        <source>The total of {total} is more than a thousand times what the table shows ({shown}). Correct it, or leave it empty.</source>
        <translation>Le total de {total} dépasse mille fois ce que montre la table ({shown}). Corrigez-le, ou laissez-le vide.</translation>
    </message>
    <message>
        <source>The total of {total} is more than the {people} people of the zones. Correct it.</source>
        <translation>Le total de {total} dépasse les {people} personnes des zones. Corrigez-le.</translation>
    </message>
    <message>
        <source>How many people live in the zones is not known: whether a count is of nearly all of them could not be judged.</source>
        <translation>On ignore combien de personnes habitent les zones : si un effectif les compte presque toutes n’a pu être jugé.</translation>
    </message>
    <message>
        <source>The counts of {count} groups were compared with all people of their zones. Of a group of some of them (women, an age, an origin) they may be nearly all.</source>
        <translation>Les effectifs de {count} groupes ont été comparés à toutes les personnes de leurs zones. D’un groupe qui n’en est qu’une partie (les femmes, un âge, une origine), ils peuvent compter presque toutes.</translation>
    </message>
    <message>
        <source>Give POPULATION a field for each count, in their order; audit groups that part no people, such as sites of a cancer, one by one as well.</source>
        <translation>Donnez à POPULATION un champ pour chaque effectif, dans leur ordre ; vérifiez aussi un à un les groupes qui ne partagent pas les personnes, comme les sièges d’un cancer.</translation>
    </message>
    <message>
        <source>Columns of “{layer}” follow the counts ({columns}) and hold values where {count} of {hidden} counts are withheld: these can be computed from them.</source>
        <translation>Des colonnes de « {layer} » suivent les effectifs ({columns}) et contiennent des valeurs là où {count} des {hidden} effectifs sont masqués : ceux-ci peuvent en être calculés.</translation>
    </message>
    <message>
        <source>Computing what each count can be</source>
        <translation>Calcul de ce que chaque effectif peut être</translation>
    </message>
    <message>
        <source>Layer “{layer}”: feature {feature} holds no count in “{field}”: {value}.</source>
        <translation>Couche « {layer} » : l’entité {feature} ne contient pas d’effectif dans « {field} » : {value}.</translation>
    </message>
    <message>
        <source>{exposed} of {hidden} withheld counts can be worked out to fewer than {values} possible values.</source>
        <translation>{exposed} des {hidden} effectifs masqués se laissent ramener à moins de {values} valeurs possibles.</translation>
    </message>
    <message>
        <source>Withhold further counts: “Counts by area for release” chooses them so that nobody can subtract.</source>
        <translation>Masquez d’autres effectifs : « Effectifs par zone pour diffusion » les choisit de sorte que personne ne puisse soustraire.</translation>
    </message>
    <message>
        <source>Totals or other counts were taken as known.</source>
        <translation>Des totaux ou d’autres effectifs ont été tenus pour connus.</translation>
    </message>
    <message>
        <source>Known exactly</source>
        <translation>Connus exactement</translation>
    </message>
    <message>
        <source>With too few possible values</source>
        <translation>Avec trop peu de valeurs possibles</translation>
    </message>
    <message>
        <source>without limit</source>
        <translation>sans limite</translation>
    </message>
    <message>
        <source>And {count} more, in the layer.</source>
        <translation>Et {count} de plus, dans la couche.</translation>
    </message>
    <message>
        <source>POPULATION names {people} fields, COUNT_FIELD {groups}. Give one for all, or one for each, in the same order.</source>
        <translation>POPULATION nomme {people} champs, COUNT_FIELD {groups}. Donnez-en un pour tous, ou un pour chacun, dans le même ordre.</translation>
    </message>
    <message>
        <source>No count of the table is withheld.</source>
        <translation>Aucun effectif de la table n’est masqué.</translation>
    </message>
    <message>
        <source>{exposed} of {hidden} withheld counts can be worked out to fewer than {values} possible values, {exact} of them exactly.</source>
        <translation>{exposed} des {hidden} effectifs masqués se laissent ramener à moins de {values} valeurs possibles, dont {exact} à une seule.</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>oui</translation>
    </message>
    <message>
        <source>Withheld counts, fewest possible values first.</source>
        <translation>Effectifs masqués, les plus étroits d’abord.</translation>
    </message>
    <message>
        <source>Give POPULATION, the people of each zone.</source>
        <translation>Indiquez POPULATION, les personnes de chaque zone.</translation>
    </message>
    <message>
        <source>Every withheld count keeps enough possible values.</source>
        <translation>Chaque effectif masqué garde assez de valeurs possibles.</translation>
    </message>
    <message>
        <source>Check a heat map</source>
        <translation>Vérifier une carte de chaleur</translation>
    </message>
    <message>
        <source>heat map</source>
        <translation>carte de chaleur</translation>
    </message>
    <message>
        <source>heatmap</source>
        <translation>carte de chaleur</translation>
    </message>
    <message>
        <source>kernel density</source>
        <translation>densité par noyau</translation>
    </message>
    <message>
        <source>KDE</source>
        <translation>KDE</translation>
    </message>
    <message>
        <source>raster</source>
        <translation>raster</translation>
    </message>
    <message>
        <source>density surface</source>
        <translation>surface de densité</translation>
    </message>
    <message>
        <source>deconvolution</source>
        <translation>déconvolution</translation>
    </message>
    <message>
        <source>Turns a heat map (a kernel density raster) back into the points that it was made from, and says whom they give away. “Counts on a grid for release” makes a safe surface.</source>
        <translation>Ramène une carte de chaleur (densité par noyau) aux points dont elle est faite, et dit qui ils révèlent. « Effectifs sur une grille pour diffusion » fait une surface sûre.</translation>
    </message>
    <message>
        <source>None of those that were tried passes without a coarser one that fails.</source>
        <translation>Aucun de ceux qui ont été essayés n’est conforme sans qu’un plus grossier échoue.</translation>
    </message>
    <message>
        <source>Pixel (m)</source>
        <translation>Pixel (m)</translation>
    </message>
    <message>
        <source>Bandwidth (m)</source>
        <translation>Largeur de bande (m)</translation>
    </message>
    <message>
        <source>Classes</source>
        <translation>Classes</translation>
    </message>
    <message>
        <source>Drawn otherwise, by the same attack</source>
        <translation>Dessiné autrement, par la même attaque</translation>
    </message>
    <message>
        <source>Heat map</source>
        <translation>Carte de chaleur</translation>
    </message>
    <message>
        <source>The raster as it would be published: numbers (its first band), or a picture with its legend, placed on the map.</source>
        <translation>Le raster tel qu’il serait publié : des nombres (sa première bande), ou une image avec sa légende, placée sur la carte.</translation>
    </message>
    <message>
        <source>Masked points</source>
        <translation>Points masqués</translation>
    </message>
    <message>
        <source>The masked layer that the heat map was made of. Without it, points that are nobody's are not judged.</source>
        <translation>La couche masquée dont la carte de chaleur est faite. Sans elle, les points qui ne sont de personne ne sont pas jugés.</translation>
    </message>
    <message>
        <source>Legend of a picture</source>
        <translation>Légende d’une image</translation>
    </message>
    <message>
        <source>Empty: it is looked for in the picture. Or values from low to high (0; 5; 10), with colours (0 #ffffff; 12 #ff0000), or ranges with colours (0-5 #ffffcc; 5-10 #fd8d3c).</source>
        <translation>Vide : elle est cherchée dans l’image. Ou valeurs croissantes (0; 5; 10), avec couleurs (0 #ffffff; 12 #ff0000), ou plages avec couleurs (0-5 #ffffcc; 5-10 #fd8d3c).</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>Noyau</translation>
    </message>
    <message>
        <source>quartic is the default of QGIS and ArcGIS. auto finds it.</source>
        <translation>quartic est le défaut de QGIS et ArcGIS. auto le trouve.</translation>
    </message>
    <message>
        <source>Radius of the quartic, standard deviation of the normal kernel. Empty: from the surface.</source>
        <translation>Rayon du noyau quartique, écart type du noyau normal. Vide : d’après la surface.</translation>
    </message>
    <message>
        <source>Look for one that passes</source>
        <translation>En chercher un qui passe</translation>
    </message>
    <message>
        <source>Draws the true points with larger pixels, a wider kernel or fewer classes, and says which passes. As long as six to nine checks.</source>
        <translation>Dessine les vrais points avec de plus grands pixels, un noyau plus large ou moins de classes, et dit lequel est conforme. Aussi long que six à neuf contrôles.</translation>
    </message>
    <message>
        <source>Recovered points</source>
        <translation>Points retrouvés</translation>
    </message>
    <message>
        <source>The points read back, with their weight and the record each stands for. Internal.</source>
        <translation>Les points relus, avec leur poids et l’enregistrement que chacun représente. Interne.</translation>
    </message>
    <message>
        <source>Records recovered</source>
        <translation>Enregistrements retrouvés</translation>
    </message>
    <message>
        <source>Share of the records recovered within 25 m</source>
        <translation>Part des enregistrements retrouvés à 25 m près</translation>
    </message>
    <message>
        <source>Share of the points that are records</source>
        <translation>Part des points qui sont des enregistrements</translation>
    </message>
    <message>
        <source>Mean distance from point to true place (m)</source>
        <translation>Distance moyenne du point au vrai lieu (m)</translation>
    </message>
    <message>
        <source>Records found among too few candidates</source>
        <translation>Enregistrements trouvés parmi trop peu de candidats</translation>
    </message>
    <message>
        <source>Bandwidth that was given or found (m)</source>
        <translation>Largeur de bande donnée ou trouvée (m)</translation>
    </message>
    <message>
        <source>Share of a point's height that is not explained</source>
        <translation>Part de la hauteur d’un point qui n’est pas expliquée</translation>
    </message>
    <message>
        <source>Smallest pixel or bandwidth (m), or most classes, that pass while none coarser fails</source>
        <translation>Plus petit pixel ou plus petite largeur de bande (m), ou plus grand nombre de classes, conforme sans qu’un dessin plus grossier échoue</translation>
    </message>
    <message>
        <source>Turning the heat map back into points</source>
        <translation>Retour de la carte de chaleur aux points</translation>
    </message>
    <message>
        <source>Give addresses or areas with population: they say what passes.</source>
        <translation>Donnez des adresses, ou des zones avec leur population : elles disent ce qui passe.</translation>
    </message>
    <message>
        <source>Drawing the points otherwise</source>
        <translation>Dessiner les points autrement</translation>
    </message>
    <message>
        <source>What was read back</source>
        <translation>Ce qui a été relu</translation>
    </message>
    <message>
        <source>Which points stand behind the surface, and whom they give away.</source>
        <translation>Quels points sont derrière la surface, et qui ils révèlent.</translation>
    </message>
    <message>
        <source>The heat map could not be opened.</source>
        <translation>La carte de chaleur n’a pu être ouverte.</translation>
    </message>
    <message>
        <source>The heat map “{layer}” is no raster that can be read.</source>
        <translation>La carte de chaleur « {layer} » n’est pas un raster lisible.</translation>
    </message>
    <message>
        <source>The heat map “{layer}” needs a coordinate system and square pixels. Warp it first; place a picture by “Georeference a map picture”.</source>
        <translation>La carte de chaleur « {layer} » demande un système de coordonnées et des pixels carrés. Reprojetez-la d’abord ; placez une image par « Géoréférencer une image de carte ».</translation>
    </message>
    <message>
        <source>“{layer}” is a raster of numbers, which needs no LEGEND.</source>
        <translation>« {layer} » est un raster de nombres, qui ne demande pas de LEGEND.</translation>
    </message>
    <message>
        <source>The picture has more than {most} million pixels. Cut out the map first.</source>
        <translation>L’image a plus de {most} millions de pixels. Découpez d’abord la carte.</translation>
    </message>
    <message>
        <source>Pixels of {value} m pass, and none of the larger ones that were tried fails, where the program moves each point to the middle of its pixel, as QGIS does.</source>
        <translation>Des pixels de {value} m réussissent, et aucun des plus grands qui ont été essayés n’échoue, là où le programme déplace chaque point au milieu de son pixel, comme le fait QGIS.</translation>
    </message>
    <message>
        <source>A bandwidth of {value} m passes, and none of the larger ones that were tried fails, in the numbers of this raster.</source>
        <translation>Une largeur de bande de {value} m réussit, et aucun des plus grands qui ont été essayés n’échoue, dans les nombres de ce raster.</translation>
    </message>
    <message>
        <source>{value} classes pass, and none of the fewer that were tried fails.</source>
        <translation>{value} classes réussissent, et aucun des plus petits nombres qui ont été essayés n’échoue.</translation>
    </message>
    <message>
        <source>Points read back</source>
        <translation>Points relus</translation>
    </message>
    <message>
        <source>Records exposed</source>
        <translation>Enregistrements exposés</translation>
    </message>
    <message>
        <source>Passes</source>
        <translation>Conforme</translation>
    </message>
    <message>
        <source>Give the true points.</source>
        <translation>Donnez les vrais points.</translation>
    </message>
    <message>
        <source>Bandwidth</source>
        <translation>Largeur de bande</translation>
    </message>
    <message>
        <source>Error of their positions, median</source>
        <translation>Erreur de leurs positions, médiane</translation>
    </message>
    <message>
        <source>Records recovered within 25 m</source>
        <translation>Enregistrements retrouvés à 25 m près</translation>
    </message>
    <message>
        <source>Records farther than a bandwidth from any other</source>
        <translation>Enregistrements plus éloignés de tout autre que la largeur de bande</translation>
    </message>
    <message>
        <source>Of these recovered within 25 m</source>
        <translation>Parmi ceux-ci, retrouvés à 25 m près</translation>
    </message>
    <message>
        <source>Not explained, as a share of a point's height</source>
        <translation>Non expliqué, en part de la hauteur d’un point</translation>
    </message>
    <message>
        <source>Reading it took too much memory or time, so it was ended.</source>
        <translation>Sa lecture demandait trop de mémoire ou de temps : elle a été arrêtée.</translation>
    </message>
    <message>
        <source>The points whose secrecy is checked, one per record.</source>
        <translation>Les points dont le secret est vérifié, un par enregistrement.</translation>
    </message>
    <message>
        <source>Reading it ended in an error that was not foreseen ({error}). Please report it.</source>
        <translation>Une erreur imprévue a interrompu la lecture ({error}). Merci de la signaler.</translation>
    </message>
    <message>
        <source>no</source>
        <translation>non</translation>
    </message>
    <message>
        <source>not judged</source>
        <translation>non jugé</translation>
    </message>
    <message>
        <source>Check a document</source>
        <translation>Vérifier un document</translation>
    </message>
    <message>
        <source>manuscript</source>
        <translation>manuscrit</translation>
    </message>
    <message>
        <source>figure</source>
        <translation>figure</translation>
    </message>
    <message>
        <source>paper</source>
        <translation>article</translation>
    </message>
    <message>
        <source>PDF</source>
        <translation>PDF</translation>
    </message>
    <message>
        <source>Word</source>
        <translation>Word</translation>
    </message>
    <message>
        <source>PowerPoint</source>
        <translation>PowerPoint</translation>
    </message>
    <message>
        <source>web map</source>
        <translation>carte web</translation>
    </message>
    <message>
        <source>submission</source>
        <translation>soumission</translation>
    </message>
    <message>
        <source>thesis</source>
        <translation>thèse</translation>
    </message>
    <message>
        <source>Checks a manuscript, slides, a workbook, a web map or a folder before it is published. Every picture in it is attacked, every position in numbers is named; what could not be judged keeps it from passing.</source>
        <translation>Vérifie un manuscrit, des diapositives, un classeur, une carte Web ou un dossier avant publication. Chaque image est attaquée, chaque position en chiffres est nommée ; ce qui n’a pu être jugé l’empêche d’être conforme.</translation>
    </message>
    <message>
        <source>From here on its figures were not looked at: there are more than a thousand. Check it in pieces.</source>
        <translation>À partir d’ici, ses figures n’ont pas été examinées : il y en a plus de mille. Vérifiez-le par morceaux.</translation>
    </message>
    <message>
        <source>Document</source>
        <translation>Document</translation>
    </message>
    <message>
        <source>The file as it would be sent: PDF, Office, HTML, ZIP, a picture or a data file.</source>
        <translation>Le fichier tel qu’il serait envoyé : PDF, Office, HTML, ZIP, une image ou un fichier de données.</translation>
    </message>
    <message>
        <source>Folder of documents</source>
        <translation>Dossier de documents</translation>
    </message>
    <message>
        <source>Instead of one document: every file of a folder, and of the folders in it, one by one.</source>
        <translation>Au lieu d’un document : chaque fichier d’un dossier, et des dossiers qu’il contient, un par un.</translation>
    </message>
    <message>
        <source>Outlines</source>
        <translation>Contours</translation>
    </message>
    <message>
        <source>What the maps show: borders, coast. Each map is placed by the first that fits it; without, dots are found but not judged.</source>
        <translation>Ce que montrent les cartes : frontières, côte. Chaque carte est placée par le premier qui convient ; sans cela, les points sont trouvés mais non jugés.</translation>
    </message>
    <message>
        <source>The masked layer that was drawn. Figures that show another draw are not judged by it; check each with its own.</source>
        <translation>La couche masquée qui a été dessinée. Les figures montrant un autre tirage ne sont pas jugées par elle ; vérifiez chacune avec la sienne.</translation>
    </message>
    <message>
        <source>Your publications</source>
        <translation>Vos publications</translation>
    </message>
    <message>
        <source>The folder where your earlier publications lie: what they approved is recognised, byte by byte, and what was changed, is missing or was added is named. An approval that lies in the document counts for nothing.</source>
        <translation>Le dossier de vos publications antérieures : ce qu’elles ont approuvé est reconnu, octet par octet ; ce qui a été modifié, manque ou a été ajouté est nommé. Une approbation contenue dans le document ne compte pas.</translation>
    </message>
    <message>
        <source>Coordinate system of the maps</source>
        <translation>Système de coordonnées des cartes</translation>
    </message>
    <message>
        <source>Empty: a short list is tried, the outline's own first.</source>
        <translation>Vide : une courte liste est essayée, celui du contour d’abord.</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>Constats</translation>
    </message>
    <message>
        <source>A row for each figure or part that holds positions, with what the paper calls it, its dots, records exposed, verdict and why. Internal: do not release.</source>
        <translation>Une ligne par figure ou partie contenant des positions, avec son nom dans l’article, ses points, les enregistrements exposés, le verdict et sa raison. Interne : ne pas diffuser.</translation>
    </message>
    <message>
        <source>Every place that was read from the document, with the record it stands for. Internal.</source>
        <translation>Chaque lieu lu du document, avec l’enregistrement visé. Interne.</translation>
    </message>
    <message>
        <source>Places over several figures</source>
        <translation>Lieux sur plusieurs figures</translation>
    </message>
    <message>
        <source>Where several maps show the same people: a point for each place, with its figures and the record it leads to. Internal: do not release.</source>
        <translation>Si plusieurs cartes montrent les mêmes personnes : un point par lieu, avec ses figures et l’enregistrement visé. Interne : ne pas diffuser.</translation>
    </message>
    <message>
        <source>Summary of the documents</source>
        <translation>Résumé des documents</translation>
    </message>
    <message>
        <source>For a folder: a row for each document with its figures, maps, dots, positions, records exposed, unread parts and verdict. Internal: do not release.</source>
        <translation>Pour un dossier : une ligne par document avec figures, cartes, points, positions, enregistrements exposés, parties non lues et verdict. Interne : ne pas diffuser.</translation>
    </message>
    <message>
        <source>Figures examined</source>
        <translation>Figures examinées</translation>
    </message>
    <message>
        <source>Maps with dots that were placed</source>
        <translation>Cartes à points qui ont été placées</translation>
    </message>
    <message>
        <source>Positions that stand in the document as numbers</source>
        <translation>Positions qui se trouvent en nombres dans le document</translation>
    </message>
    <message>
        <source>Positions among them that are true points</source>
        <translation>Positions parmi elles qui sont de vrais points</translation>
    </message>
    <message>
        <source>Most records that one figure or part gives away</source>
        <translation>Le plus d’enregistrements qu’une figure ou partie révèle</translation>
    </message>
    <message>
        <source>Figures and parts that could not be judged</source>
        <translation>Figures et parties qui n’ont pu être jugées</translation>
    </message>
    <message>
        <source>Records that only figures read together give away, at most in one series</source>
        <translation>Enregistrements que seules des figures lues ensemble révèlent, au plus dans une série</translation>
    </message>
    <message>
        <source>The points whose secrecy is checked. Without, dots are not judged.</source>
        <translation>Les points dont le secret est vérifié. Sans eux, les points ne sont pas jugés.</translation>
    </message>
    <message>
        <source>Looking at {name}</source>
        <translation>Examen de {name}</translation>
    </message>
    <message>
        <source>It is smooth as a heat map is, and could not be turned back into points: {why} Whom it gives away is not known. Use Check a heat map on the raster that it was drawn from.</source>
        <translation>Elle est lisse comme une carte de chaleur et n’a pas pu être ramenée à des points : {why} On ne sait pas qui elle révèle : vérifiez le raster dont elle a été tirée avec « Vérifier une carte de chaleur ».</translation>
    </message>
    <message>
        <source>It is a heat map, which can be turned back into {points} points, but nobody knows where it lies: no outline was found in it. Give the outline of what it shows, or check it alone with Check a heat map.</source>
        <translation>C’est une carte de chaleur, qui peut être ramenée à {points} points, mais personne ne sait où elle se trouve : aucun contour n’y a été trouvé. Donnez le contour de ce qu’elle montre, ou vérifiez-la seule avec « Vérifier une carte de chaleur ».</translation>
    </message>
    <message>
        <source>It is a heat map: anybody can turn it back into {points} places, to about {metres:.3g} m. Whether they are true places is not known: give the true points.</source>
        <translation>C’est une carte de chaleur : n’importe qui peut la ramener à {points} lieux, à {metres:.3g} m près environ. On ne sait pas si ce sont de vrais lieux : donnez les vrais points.</translation>
    </message>
    <message>
        <source>Anybody can read {dots} places from it, to about {metres:.3g} m. Whether they are true places is not known: give the true points.</source>
        <translation>Quiconque peut y lire {dots} lieux, à environ {metres:.3g} m près. S’il s’agit de vrais lieux n’est pas connu : donnez les vrais points.</translation>
    </message>
    <message>
        <source>chart with axes</source>
        <translation>graphique avec axes</translation>
    </message>
    <message>
        <source>photograph</source>
        <translation>photographie</translation>
    </message>
    <message>
        <source>It is too small to hold a map.</source>
        <translation>Elle est trop petite pour contenir une carte.</translation>
    </message>
    <message>
        <source>It has a single colour.</source>
        <translation>Elle est d’une seule couleur.</translation>
    </message>
    <message>
        <source>It is an SVG that draws by “{what}”, which this check does not, so nobody can say what it shows. Print it as a PDF, or save it as a PNG, and check that.</source>
        <translation>C’est un SVG qui dessine par « {what} », ce que cette vérification ne fait pas, si bien que personne ne peut dire ce qu’il montre. Imprimez-le en PDF ou enregistrez-le en PNG, et vérifiez ce fichier.</translation>
    </message>
    <message>
        <source>It holds {marks} shapes that no page shows: beyond its edge, or defined and used nowhere. Take them out, or save it as a PNG, and check that.</source>
        <translation>Le fichier contient {marks} formes qu’aucune page ne montre : au-delà du bord, ou définies et jamais utilisées. Supprimez-les, ou enregistrez-le en PNG, puis vérifiez ce PNG.</translation>
    </message>
    <message>
        <source>{why} The words beside it say that a dot stands for {people} people. If these are its dots, they are nobody's places, and the counts of its areas are what to check, with “Check a table of counts”.</source>
        <translation>{why} Les mots à côté disent qu’un point représente {people} personnes. Si ce sont bien ses points, ils ne sont la place de personne, et ce sont les effectifs de ses zones qu’il faut vérifier, avec « Vérifier un tableau d’effectifs ».</translation>
    </message>
    <message>
        <source>It looks like a map of areas, and the words beside it name a class of few people, “{few}”: such a map tells counts below {need}. Check the table that it was made of with “Check a table of counts”.</source>
        <translation>Cela ressemble à une carte de zones, et les mots à côté nomment une classe de peu de personnes, « {few} » : une telle carte dit des effectifs inférieurs à {need}. Vérifiez la table dont elle est tirée avec « Vérifier un tableau d’effectifs ».</translation>
    </message>
    <message>
        <source>{places} {sizes}</source>
        <translation>{places} {sizes}</translation>
    </message>
    <message>
        <source>Dots were found, but no outline: it looks like a {kind}. If it is a map, check it alone, with control points.</source>
        <translation>Des points ont été trouvés, mais pas de contour : cela ressemble à ceci : {kind}. Si c’est une carte, vérifiez-la seule, avec des points de contrôle.</translation>
    </message>
    <message>
        <source>It holds {dots} dots, but no outline was found in it. Give the outline of what it shows, or check it alone with control points.</source>
        <translation>Elle contient {dots} points, mais aucun contour n’y a été trouvé. Donnez le contour de ce qu’elle montre, ou vérifiez-la seule avec des points de contrôle.</translation>
    </message>
    <message>
        <source>It holds {dots} dots. Give an outline of what the maps show, so that they can be attacked.</source>
        <translation>Elle contient {dots} points. Donnez un contour de ce que les cartes montrent, pour qu’elles puissent être attaquées.</translation>
    </message>
    <message>
        <source>It looks like a chart with axes, and its dots lie as the true or masked points do. Whoever knows what the axes show reads the places from it: take it out.</source>
        <translation>La figure ressemble à un graphique avec des axes, et ses points sont disposés comme les points réels ou masqués. Qui sait ce que montrent les axes peut y lire les lieux : retirez-la.</translation>
    </message>
    <message>
        <source>{reason}</source>
        <translation>{reason}</translation>
    </message>
    <message>
        <source>It looks like a map, and no set of dots was found in it. A map of areas shows counts: check these as counts. Places shown otherwise, by labels, single buildings, symbols of many sizes or a heat map without its legend, were not judged: look whether it shows any.</source>
        <translation>Elle ressemble à une carte, et aucun ensemble de points n’y a été trouvé. Une carte de zones montre des effectifs : vérifiez ceux-ci comme effectifs. Les lieux montrés autrement, par des étiquettes, des bâtiments isolés, des symboles de tailles diverses ou une carte de chaleur sans légende, n’ont pas été jugés : regardez si elle en montre.</translation>
    </message>
    <message>
        <source>It is an SVG that is cut to many pieces, which this check does not draw. Print it as a PDF, or save it as a PNG, and check that.</source>
        <translation>C’est un SVG découpé en trop de morceaux, que cette vérification ne dessine pas. Imprimez-le en PDF ou enregistrez-le en PNG, et vérifiez ce fichier.</translation>
    </message>
    <message>
        <source>It is transparent, and holds {dots} dots that nobody sees on white: on a dark ground, or in colours beneath what is transparent. Save it without transparency, and check that.</source>
        <translation>Elle est transparente et contient {dots} points invisibles sur fond blanc : sur un fond sombre, ou dans des couleurs sous la transparence. Enregistrez-la sans transparence, et vérifiez cette version.</translation>
    </message>
    <message>
        <source>No outline was found, and its {count} marks stand as close as letters do: it looks like a diagram with words.</source>
        <translation>Aucun contour n’a été trouvé, et ses {count} marques sont aussi serrées que des lettres : cela ressemble à un schéma avec des mots.</translation>
    </message>
    <message>
        <source>It is a heat map. {why}</source>
        <translation>C’est une carte de chaleur. {why}</translation>
    </message>
    <message>
        <source>{one} {other}</source>
        <translation>{one} {other}</translation>
    </message>
    <message>
        <source>It is what was held back on {date} ({where}).</source>
        <translation>C’est ce qui n’a pas été autorisé le {date} ({where}).</translation>
    </message>
    <message>
        <source>It is a chart: its {dots} dots lie between two axes with scales, and in no stretch or turn as the true points do.</source>
        <translation>C’est un graphique : ses {dots} points se trouvent entre deux axes gradués et, quels que soient l’étirement ou la rotation, ne sont pas disposés comme les points réels.</translation>
    </message>
    <message>
        <source>Its colours go over smoothly along one ramp, as those of a heat map do. Without a legend that was recognised it was not judged: look whether it shows where people are.</source>
        <translation>Ses couleurs passent graduellement le long d’une seule échelle, comme celles d’une carte de chaleur. Sans légende reconnue, elle n’a pas été jugée : regardez si elle montre où se trouvent des personnes.</translation>
    </message>
    <message>
        <source>No outline was found, and its {count} marks lie on one straight line at equal steps: they look like pieces of a line where two colours meet.</source>
        <translation>Aucun contour n’a été trouvé, et ses {count} marques sont sur une même droite à pas égaux : elles ressemblent aux morceaux d’une ligne où deux couleurs se touchent.</translation>
    </message>
    <message>
        <source>It is what was approved on {date} ({where}).</source>
        <translation>C’est ce qui a été approuvé le {date} ({where}).</translation>
    </message>
    <message>
        <source>It holds no set of dots, but {marks} marks of a colour that nothing else in it has. Too few were found to look for more or for an outline: look whether they mark where somebody lives.</source>
        <translation>Elle ne porte aucun ensemble de points, mais {marks} marques d’une couleur que rien d’autre n’a dans la figure. C’est trop peu pour en chercher d’autres ou un contour : voyez si elles marquent l’endroit où quelqu’un habite.</translation>
    </message>
    <message>
        <source>No set of dots was found in it.</source>
        <translation>Aucun ensemble de points n’y a été trouvé.</translation>
    </message>
    <message>
        <source>{count} positions as {form}, exact to {metres:.2g} m. True points among them: {matched}. Fields beside them: {fields}.</source>
        <translation>{count} positions ({form}), à {metres:.2g} m près. Vrais points parmi elles : {matched}. Champs voisins : {fields}.</translation>
    </message>
    <message>
        <source>{count} positions as {form}, exact to {metres:.2g} m. True points so near to one of them that fewer than {need} people could be meant: {exposed}. Fields beside them: {fields}.</source>
        <translation>{count} positions ({form}), à {metres:.2g} m près. Vrais points si proches de l’une d’elles que moins de {need} personnes peuvent être en cause : {exposed}. Champs voisins : {fields}.</translation>
    </message>
    <message>
        <source>{count} positions as {form}, exact to {metres:.2g} m, near true points. Without addresses or population nobody can say whom they give away. Fields beside them: {fields}.</source>
        <translation>{count} positions ({form}), à {metres:.2g} m près, proches de vrais points. Sans adresses ni population, nul ne peut dire qui elles révèlent. Champs voisins : {fields}.</translation>
    </message>
    <message>
        <source>{count} positions as {form}, exact to {metres:.2g} m. Masked points among them: {masked}. Fields beside them: {fields}.</source>
        <translation>{count} positions ({form}), à {metres:.2g} m près. Points masqués parmi elles : {masked}. Champs voisins : {fields}.</translation>
    </message>
    <message>
        <source>{count} pairs of numbers as {form} that would lie in the region, exact to {metres:.2g} m. Nothing says that they are places. Fields beside them: {fields}.</source>
        <translation>{count} paires de nombres ({form}), qui tomberaient dans la région, à {metres:.2g} m près. Rien ne dit que ce sont des lieux. Champs voisins : {fields}.</translation>
    </message>
    <message>
        <source>{count} pairs of numbers as {form} that would lie in the region, exact to {metres:.2g} m. Nothing says that they are places, and they lead to true points no more than chance does. Fields beside them: {fields}.</source>
        <translation>{count} paires de nombres ({form}), qui tomberaient dans la région, à {metres:.2g} m près. Rien ne dit que ce sont des lieux, et elles ne mènent pas plus que le hasard à de vrais points. Champs voisins : {fields}.</translation>
    </message>
    <message>
        <source>{count} positions as {form}, exact to {metres:.2g} m, neither true nor masked points. Fields beside them: {fields}.</source>
        <translation>{count} positions ({form}), à {metres:.2g} m près, qui ne sont ni de vrais points ni des points masqués. Champs voisins : {fields}.</translation>
    </message>
    <message>
        <source>Figures examined: {figures}; maps with dots that could be placed among them: {maps}. Parts that hold positions as numbers: {data}.</source>
        <translation>Figures examinées : {figures} ; parmi elles, cartes à points qui ont pu être placées : {maps}. Parties qui contiennent des positions en nombres : {data}.</translation>
    </message>
    <message>
        <source>{name}: {what}</source>
        <translation>{name} : {what}</translation>
    </message>
    <message>
        <source>Take the positions out, or publish masked points or counts by area.</source>
        <translation>Retirez les positions, ou publiez des points masqués ou des effectifs par zone.</translation>
    </message>
    <message>
        <source>This is what was approved on {date}. Nothing else in it gives anyone away.</source>
        <translation>C’est ce qui a été approuvé le {date}. Rien d’autre n’y révèle quelqu’un.</translation>
    </message>
    <message>
        <source>Pictures are attacked by what they hold: full resolution, parts cut away, earlier versions. Words of a PDF are searched as far as its fonts tell their letters. Positions are looked for in the region of the outlines and of the true points. That nothing was found is no proof that there is nothing.</source>
        <translation>Les images sont attaquées par ce qu’elles contiennent : pleine résolution, parties rognées, versions antérieures. Les mots d’un PDF sont cherchés pour autant que ses polices disent leurs lettres. Les positions sont cherchées dans la région des contours et des vrais points. Que rien n’ait été trouvé ne prouve pas qu’il n’y a rien.</translation>
    </message>
    <message>
        <source>Apart from what stands below, nothing in it leads to a person with a chance of more than {limit}.</source>
        <translation>Hormis ce qui figure ci-dessous, rien n’y mène à une personne avec une chance de plus de {limit}.</translation>
    </message>
    <message>
        <source>No figure and no number in it leads to a person with a chance of more than {limit}.</source>
        <translation>Aucune figure et aucun nombre qu’il contient ne mène à une personne avec une probabilité supérieure à {limit}.</translation>
    </message>
    <message>
        <source>Every picture is attacked as by the picture check, every position compared with the true points.</source>
        <translation>Chaque image est attaquée comme par la vérification d’image, chaque position comparée aux vrais points.</translation>
    </message>
    <message>
        <source>{count} further parts could not be read.</source>
        <translation>{count} autres parties n’ont pu être lues.</translation>
    </message>
    <message>
        <source>No figure and no position was found: there was nothing to judge but words.</source>
        <translation>Aucune figure ni position n’a été trouvée : il n’y avait à juger que des mots.</translation>
    </message>
    <message>
        <source>Take it out, or draw it anew: mask the points, draw coarser, or show counts by area.</source>
        <translation>Retirez-la, ou redessinez-la : masquez les points, dessinez plus grossièrement, ou montrez des effectifs par zone.</translation>
    </message>
    <message>
        <source>{path}</source>
        <translation>{path}</translation>
    </message>
    <message>
        <source>{figure}, page {page} ({path})</source>
        <translation>{figure}, page {page} ({path})</translation>
    </message>
    <message>
        <source>{path} – {note}</source>
        <translation>{path} – {note}</translation>
    </message>
    <message>
        <source>Save its layers into a new file: what was deleted stays in this one.</source>
        <translation>Enregistrez ses couches dans un nouveau fichier : ce qui a été supprimé reste dans celui-ci.</translation>
    </message>
    <message>
        <source>Publish them only as the report of their mask allows, with no field beside them that it does not name. Give its folder as “Your publications”, and what it approved passes.</source>
        <translation>Ne les publiez que dans les limites du rapport de leur masquage, sans champ qu’il ne nomme pas. Indiquez son dossier comme « Vos publications » : ce qu’il a approuvé passe alors.</translation>
    </message>
    <message>
        <source>Paste the chart as a picture, so that no workbook stays behind it.</source>
        <translation>Collez le graphique comme image, pour qu’aucun classeur ne reste derrière.</translation>
    </message>
    <message>
        <source>Accept or reject all changes and delete all comments, then save.</source>
        <translation>Acceptez ou refusez toutes les modifications et supprimez tous les commentaires, puis enregistrez.</translation>
    </message>
    <message>
        <source>A web map sends every position to everybody who opens it. Publish masked points, counts by area or a picture.</source>
        <translation>Une carte Web envoie chaque position à quiconque l’ouvre. Publiez des points masqués, des effectifs par zone ou une image.</translation>
    </message>
    <message>
        <source>What {name} gives away, and what to change before it is sent.</source>
        <translation>Ce que {name} révèle, et ce qu’il faut changer avant l’envoi.</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>Figures</translation>
    </message>
    <message>
        <source>Maps</source>
        <translation>Cartes</translation>
    </message>
    <message>
        <source>Positions</source>
        <translation>Positions</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Verdict</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>Documents</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Précision</translation>
    </message>
    <message>
        <source>Fields beside</source>
        <translation>Champs à côté</translation>
    </message>
    <message>
        <source>They are</source>
        <translation>Ce sont</translation>
    </message>
    <message>
        <source>true points</source>
        <translation>vrais points</translation>
    </message>
    <message>
        <source>masked points</source>
        <translation>points masqués</translation>
    </message>
    <message>
        <source>neither</source>
        <translation>ni l’un ni l’autre</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>inconnu</translation>
    </message>
    <message>
        <source>Positions that stand there as numbers</source>
        <translation>Positions qui s’y trouvent en nombres</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>Figure</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Type</translation>
    </message>
    <message>
        <source>Pixels</source>
        <translation>Pixels</translation>
    </message>
    <message>
        <source>dpi</source>
        <translation>ppp</translation>
    </message>
    <message>
        <source>Dots</source>
        <translation>Points</translation>
    </message>
    <message>
        <source>Placed</source>
        <translation>Placée</translation>
    </message>
    <message>
        <source>Exposed</source>
        <translation>Exposés</translation>
    </message>
    <message>
        <source>map</source>
        <translation>carte</translation>
    </message>
    <message>
        <source>chart</source>
        <translation>graphique</translation>
    </message>
    <message>
        <source>drawing</source>
        <translation>dessin</translation>
    </message>
    <message>
        <source>blank</source>
        <translation>vide</translation>
    </message>
    <message>
        <source>could not be read</source>
        <translation>n’a pu être lu</translation>
    </message>
    <message>
        <source>{name}: {why}</source>
        <translation>{name} : {why}</translation>
    </message>
    <message>
        <source>{count} positions as {form}, exact to {metres:.2g} m. Fields beside them: {fields}. Whether they are true places is not known: give the true points.</source>
        <translation>{count} positions ({form}), à {metres:.2g} m près. Champs voisins : {fields}. On ne sait pas si ce sont de vrais lieux : indiquez les vrais points.</translation>
    </message>
    <message>
        <source>{count} further findings of this kind stand in the table.</source>
        <translation>{count} autres constats de cette sorte se trouvent dans la table.</translation>
    </message>
    <message>
        <source>{figure} ({path})</source>
        <translation>{figure} ({path})</translation>
    </message>
    <message>
        <source>How this was checked</source>
        <translation>Comment ceci a été vérifié</translation>
    </message>
    <message>
        <source>Save these pictures without metadata.</source>
        <translation>Enregistrez ces images sans métadonnées.</translation>
    </message>
    <message>
        <source>{path} (page {page})</source>
        <translation>{path} (page {page})</translation>
    </message>
    <message>
        <source>Limit</source>
        <translation>Limite</translation>
    </message>
    <message>
        <source>It could not be opened: you may not read it.</source>
        <translation>Il n’a pu être ouvert : vous n’avez pas le droit de le lire.</translation>
    </message>
    <message>
        <source>It is a link to another folder, which was not looked into.</source>
        <translation>C’est un lien vers un autre dossier, qui n’a pas été parcouru.</translation>
    </message>
    <message>
        <source>Reading it took more memory or time than a document may, so it was ended there: nobody can say what else the document holds. Check it in pieces.</source>
        <translation>Sa lecture a pris plus de mémoire ou de temps qu’un document n’y a droit ; elle a été arrêtée là, et personne ne peut dire ce que le document contient encore. Vérifiez-le par morceaux.</translation>
    </message>
    <message>
        <source>That a file was approved is what the METRICS of that run say. Whoever may write there can change them: keep them where only you may, and compare the checksums with those of the signed report.</source>
        <translation>L’approbation d’un fichier est attestée par le fichier METRICS du traitement. Quiconque peut y écrire peut la modifier : conservez-le à un endroit où vous seul pouvez écrire, et comparez les empreintes à celles du rapport signé.</translation>
    </message>
    <message>
        <source>Reading it ended in an error that was not foreseen ({error}): nobody can say what else the document holds. Save it anew, or check it in pieces. Please report the error.</source>
        <translation>Une erreur imprévue a interrompu la lecture ({error}) : nul ne peut dire ce que le document contient encore. Enregistrez-le à nouveau, ou vérifiez-le par parties. Merci de signaler l’erreur.</translation>
    </message>
    <message>
        <source>Choose a document, or a folder of documents.</source>
        <translation>Choisissez un document, ou un dossier de documents.</translation>
    </message>
    <message>
        <source>The document {name} does not exist.</source>
        <translation>Le document {name} n’existe pas.</translation>
    </message>
    <message>
        <source>Opening {name}</source>
        <translation>Ouverture de {name}</translation>
    </message>
    <message>
        <source>“{label}” lies in what is to be checked: whoever made that could have written the approval, too. Choose the folder that stayed with you.</source>
        <translation>« {label} » se trouve dans ce qui doit être vérifié : son auteur aurait pu écrire aussi l’approbation. Choisissez le dossier resté chez vous.</translation>
    </message>
    <message>
        <source>The folder {name} holds no METRICS that say which files were judged. Choose the folder in which your publications lie, or publish once more: earlier versions kept no checksums.</source>
        <translation>Le dossier {name} ne contient aucun fichier METRICS indiquant les fichiers évalués. Choisissez le dossier de vos publications, ou publiez à nouveau : les versions antérieures ne conservaient pas d’empreintes.</translation>
    </message>
    <message>
        <source>The folder {name} holds no file.</source>
        <translation>Le dossier {name} ne contient aucun fichier.</translation>
    </message>
    <message>
        <source>The folder {name} holds {count} files; up to {most} are checked at once.</source>
        <translation>Le dossier {name} contient {count} fichiers ; jusqu’à {most} sont vérifiés à la fois.</translation>
    </message>
    <message>
        <source>The folder {name} beside it holds the approval of a publication. If it stayed with you, choose it as “{label}”: this check then says which files are what was approved.</source>
        <translation>Le dossier {name}, à côté, contient l’approbation d’une publication. S’il est resté chez vous, choisissez-le comme « {label} » : le contrôle dira alors quels fichiers sont ceux qui ont été approuvés.</translation>
    </message>
    <message>
        <source>Looking for what was approved</source>
        <translation>Recherche de ce qui a été approuvé</translation>
    </message>
    <message>
        <source>The folder {name} holds too many files. Choose one nearer to your publications.</source>
        <translation>Le dossier {name} contient trop de fichiers. Choisissez-en un plus proche de vos publications.</translation>
    </message>
    <message>
        <source>{exposed} records are found among too few people, where one figure alone gives {alone}: the others add {added}.</source>
        <translation>{exposed} enregistrements se retrouvent parmi trop peu de personnes, où une seule figure en donne {alone} : les autres en ajoutent {added}.</translation>
    </message>
    <message>
        <source>Without true points, and addresses or population, this was not judged.</source>
        <translation>Sans les vrais points, et sans adresses ni population, ceci n’a pas été jugé.</translation>
    </message>
    <message>
        <source>{count} figures show the same {places} places; read together they err by {error:.3g} m instead of {best:.3g} m. {told}</source>
        <translation>{count} figures montrent les mêmes {places} lieux ; lues ensemble, elles se trompent de {error:.3g} m au lieu de {best:.3g} m. {told}</translation>
    </message>
    <message>
        <source>{count} figures show the same people, each time at places that were drawn anew, about {best:.3g} m away along each axis. The average of {places} places errs by {error:.3g} m. {told}</source>
        <translation>{count} figures montrent les mêmes personnes, chaque fois à des places tirées à nouveau, à environ {best:.3g} m le long de chaque axe. La moyenne de {places} lieux se trompe de {error:.3g} m. {told}</translation>
    </message>
    <message>
        <source>Show these patients in one picture, or draw all pictures of them with the same pixels.</source>
        <translation>Montrez ces patients dans une seule image, ou dessinez toutes leurs images avec les mêmes pixels.</translation>
    </message>
    <message>
        <source>Mask each person once and show the same masked point in every picture, or keep a ledger of releases that counts what they tell together.</source>
        <translation>Masquez chaque personne une seule fois et montrez le même point masqué dans chaque image, ou tenez un registre des diffusions qui compte ce qu’elles disent ensemble.</translation>
    </message>
    <message>
        <source>Of {places} places that {count} figures show, {begin} appear in a later figure only and {end} are missing from a later one. Whoever knows which time each figure shows reads from this when these people became cases, or ceased to be.</source>
        <translation>Des {places} lieux que montrent {count} figures, {begin} n’apparaissent que dans une figure ultérieure et {end} manquent dans une figure ultérieure. Qui sait quel moment chaque figure montre y lit quand ces personnes sont devenues des cas, ou ont cessé d’en être.</translation>
    </message>
    <message>
        <source>Show all times in one picture, or tell the numbers of each time in a table.</source>
        <translation>Montrez tous les moments dans une seule image, ou donnez les nombres de chaque moment dans un tableau.</translation>
    </message>
    <message>
        <source>The error is along each axis. A place appears first in a figure where it was missing from an earlier one that shows the same ground; dots that others may hide are not called missing.</source>
        <translation>L’erreur est celle le long de chaque axe. Un lieu apparaît d’abord dans une figure s’il manquait dans une figure antérieure qui montre le même terrain ; les points que d’autres peuvent cacher ne sont pas dits manquants.</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Erreur</translation>
    </message>
    <message>
        <source>Appear here first</source>
        <translation>Apparaissent ici d’abord</translation>
    </message>
    <message>
        <source>Shown here last</source>
        <translation>Montrés ici pour la dernière fois</translation>
    </message>
    <message>
        <source>The same places in {count} figures.</source>
        <translation>Les mêmes lieux dans {count} figures.</translation>
    </message>
    <message>
        <source>The same people in {count} figures, each time at places drawn anew.</source>
        <translation>Les mêmes personnes dans {count} figures, chaque fois à des places tirées à nouveau.</translation>
    </message>
    <message>
        <source>Several pictures of the same people</source>
        <translation>Plusieurs images des mêmes personnes</translation>
    </message>
    <message>
        <source>all together</source>
        <translation>toutes ensemble</translation>
    </message>
    <message>
        <source>Check places of treatment: geoproxy</source>
        <translation>Vérifier des lieux de soins : géoproxy</translation>
    </message>
    <message>
        <source>geoproxy</source>
        <translation>géoproxy</translation>
    </message>
    <message>
        <source>provider</source>
        <translation>prestataire</translation>
    </message>
    <message>
        <source>clinic</source>
        <translation>clinique</translation>
    </message>
    <message>
        <source>hospital</source>
        <translation>hôpital</translation>
    </message>
    <message>
        <source>pharmacy</source>
        <translation>pharmacie</translation>
    </message>
    <message>
        <source>visits</source>
        <translation>visites</translation>
    </message>
    <message>
        <source>claims data</source>
        <translation>données de remboursement</translation>
    </message>
    <message>
        <source>Tests whether the places where people are treated give away where they live: how often an adversary who ranks the areas near a patient's providers is right, and what cropping or dropping provider areas would save.</source>
        <translation>Vérifie si les lieux de soins des personnes révèlent où elles vivent : combien de fois un adversaire qui classe les zones proches des prestataires d’un patient a raison, et ce qu’apporterait d’abréger ou de retirer les zones des prestataires.</translation>
    </message>
    <message>
        <source>Visits or claims</source>
        <translation>Visites ou demandes de remboursement</translation>
    </message>
    <message>
        <source>Table with one claim or visit a row.</source>
        <translation>Table d’une demande de remboursement ou visite par ligne.</translation>
    </message>
    <message>
        <source>Patient of the visit</source>
        <translation>Patient de la visite</translation>
    </message>
    <message>
        <source>Field with the patient's identifier.</source>
        <translation>Champ de l’identifiant du patient.</translation>
    </message>
    <message>
        <source>Provider's area</source>
        <translation>Zone du prestataire</translation>
    </message>
    <message>
        <source>Field with the code of the provider's area.</source>
        <translation>Champ du code de la zone du prestataire.</translation>
    </message>
    <message>
        <source>Table with one patient a row and the true area of residence.</source>
        <translation>Table d’un patient par ligne avec la vraie zone de résidence.</translation>
    </message>
    <message>
        <source>One distinct value per patient.</source>
        <translation>Une valeur distincte par patient.</translation>
    </message>
    <message>
        <source>Patient's area</source>
        <translation>Zone du patient</translation>
    </message>
    <message>
        <source>Field with the code of the true area.</source>
        <translation>Champ du code de la vraie zone.</translation>
    </message>
    <message>
        <source>Fields released beside the area</source>
        <translation>Champs diffusés à côté de la zone</translation>
    </message>
    <message>
        <source>Sex, age group and the like: the risk of the file is then measured with the places of treatment and without.</source>
        <translation>Sexe, classe d’âge, etc. : le risque du fichier est alors mesuré avec et sans les lieux de soins.</translation>
    </message>
    <message>
        <source>Shares by rank</source>
        <translation>Parts par rang</translation>
    </message>
    <message>
        <source>Variant, prefix, unit, rank, share (true area at this rank), cumulative; cumulative_likelihood for the adversary with the population. Rates only.</source>
        <translation>Variante, prefix, unit, rang, share (vraie zone à ce rang), cumulative ; cumulative_likelihood pour l’adversaire qui a la population. Taux seulement.</translation>
    </message>
    <message>
        <source>Cropped or dropped providers</source>
        <translation>Prestataires tronqués ou retirés</translation>
    </message>
    <message>
        <source>Table variant, prefix, unit, providers, safe_share, top_share.</source>
        <translation>Table avec variant, prefix, unit, providers, safe_share, top_share.</translation>
    </message>
    <message>
        <source>Risk of the file</source>
        <translation>Risque du fichier</translation>
    </message>
    <message>
        <source>With RELEASED_FIELDS: largest_risk (prosecutor), mean_risk (marketer) and above_limit (share of records).</source>
        <translation>Avec RELEASED_FIELDS : largest_risk (procureur), mean_risk (démarcheur) et above_limit (part des enregistrements).</translation>
    </message>
    <message>
        <source>Visits with recoded providers</source>
        <translation>Visites avec prestataires recodés</translation>
    </message>
    <message>
        <source>For release: the patient's identifier as it is, claim and visit numbered afresh, and the finest code of the provider found that keeps the threshold where the least of the patients' codes is released. Rows that this leaves alike stand once. Needs POPULATION. The verdict is then of this table.</source>
        <translation>Pour publication : l’identifiant du patient tel quel, les numéros de demande de remboursement et de consultation refaits, et le code le plus fin trouvé pour le prestataire qui respecte le seuil là où l’on publie le moins du code des patients. Les lignes devenues identiques n’y figurent qu’une fois. Exige POPULATION. Le verdict porte alors sur cette table.</translation>
    </message>
    <message>
        <source>Codes of providers</source>
        <translation>Codes des prestataires</translation>
    </message>
    <message>
        <source>For release with the recoded visits: area, and the code of its providers.</source>
        <translation>À diffuser avec les visites recodées : zone et code de ses prestataires.</translation>
    </message>
    <message>
        <source>Ranks of patients</source>
        <translation>Rangs des patients</translation>
    </message>
    <message>
        <source>Internal: for each patient and unit the rank of the true area: rank (expected), best, worst; with POPULATION also its posterior.</source>
        <translation>Interne : pour chaque patient et unité le rang de la vraie zone : rank (attendu), best, worst ; avec POPULATION aussi sa probabilité a posteriori.</translation>
    </message>
    <message>
        <source>Exposure of areas</source>
        <translation>Exposition des zones</translation>
    </message>
    <message>
        <source>Internal: the areas with the mean chance that the first guess is right, for each length of the released code.</source>
        <translation>Interne : les zones avec la chance moyenne que la première supposition soit juste, pour chaque longueur du code diffusé.</translation>
    </message>
    <message>
        <source>Share found by the first guess, shortest released code</source>
        <translation>Part trouvée à la première tentative, code diffusé le plus court</translation>
    </message>
    <message>
        <source>Share of safe patients, shortest released code</source>
        <translation>Part des patients en sûreté, code diffusé le plus court</translation>
    </message>
    <message>
        <source>Patients in the attack</source>
        <translation>Patients dans l’attaque</translation>
    </message>
    <message>
        <source>Mean risk of the file with the places of treatment, shortest released code</source>
        <translation>Risque moyen du fichier avec les lieux de soins, code diffusé le plus court</translation>
    </message>
    <message>
        <source>Codes that the recoded visits give to providers</source>
        <translation>Nombre de codes de prestataires dans les visites recodées</translation>
    </message>
    <message>
        <source>The identifiers of the patients hold the codes of their areas, and the recoded visits would carry them. Number the patients anew.</source>
        <translation>Les identifiants des patients contiennent les codes de leurs zones, et les consultations recodées les porteraient. Renumérotez les patients.</translation>
    </message>
    <message>
        <source>recoded</source>
        <translation>recodées</translation>
    </message>
    <message>
        <source>cropped to {length} characters</source>
        <translation>tronqué à {length} caractères</translation>
    </message>
    <message>
        <source>nothing of the code</source>
        <translation>rien du code</translation>
    </message>
    <message>
        <source>first character</source>
        <translation>premier caractère</translation>
    </message>
    <message>
        <source>first {length} characters</source>
        <translation>{length} premiers caractères</translation>
    </message>
    <message>
        <source>Patients {ids} stand twice in “{layer}”. Each patient has one row with one true area.</source>
        <translation>Les patients {ids} figurent deux fois dans « {layer} ». Chaque patient a une ligne avec une vraie zone.</translation>
    </message>
    <message>
        <source>{count} visits name no patient of the patient table and were left out.</source>
        <translation>{count} visites ne nomment aucun patient de la table des patients et ont été omises.</translation>
    </message>
    <message>
        <source>{count} patients have no usable visit; they are not part of any share.</source>
        <translation>{count} patients n’ont aucune visite utilisable ; ils n’entrent dans aucune part.</translation>
    </message>
    <message>
        <source>No visit could be matched to a patient and an area. Check the identifiers and the area codes.</source>
        <translation>Aucune visite n’a pu être associée à un patient et à une zone. Vérifiez les identifiants et les codes de zone.</translation>
    </message>
    <message>
        <source>RELEASED_FIELDS needs the field POPULATION: how far people go for treatment is fitted to the people of the areas.</source>
        <translation>RELEASED_FIELDS demande le champ POPULATION : jusqu’où l’on va pour être soigné est ajusté aux habitants des zones.</translation>
    </message>
    <message>
        <source>The field “{field}” of “{layer}” holds the areas' codes, or their beginnings. Leave it out of RELEASED_FIELDS: what is released of the area is PREFIXES or BOUNDARY.</source>
        <translation>Le champ « {field} » de « {layer} » contient les codes des zones, ou leur début. Retirez-le de RELEASED_FIELDS : ce qui est publié de la zone se choisit par PREFIXES ou BOUNDARY.</translation>
    </message>
    <message>
        <source>{count} visits of “{layer}” are of mail-order or virtual providers by “{field}” and were left out: the figures hold if their places really say nothing.</source>
        <translation>{count} visites de « {layer} » sont de prestataires par correspondance ou virtuels selon « {field} » et ont été laissées de côté : les chiffres tiennent si leurs lieux ne disent vraiment rien.</translation>
    </message>
    <message>
        <source>{count} rows of “{layer}” have no code in “{field}” and were left out.</source>
        <translation>{count} lignes de « {layer} » n’ont pas de code dans « {field} » et ont été omises.</translation>
    </message>
    <message>
        <source>{count} rows of “{layer}” have a code in “{field}” that no area has ({codes}), and were left out.</source>
        <translation>{count} lignes de « {layer} » ont dans « {field} » un code qu’aucune zone n’a ({codes}) et ont été omises.</translation>
    </message>
    <message>
        <source>{count} codes in “{field}” of “{layer}” have lost their leading zeros ({codes}, where an area has the zeros). They were put back; store codes as text.</source>
        <translation>{count} codes dans « {field} » de « {layer} » ont perdu leurs zéros initiaux ({codes}, là où une zone a les zéros). Ils ont été remis ; gardez les codes en texte.</translation>
    </message>
    <message>
        <source>{count} visits have no identifier in “{field}”; each is counted as a separate visit.</source>
        <translation>{count} visites n’ont pas d’identifiant dans « {field} » ; chacune compte pour elle-même.</translation>
    </message>
    <message>
        <source>dropped</source>
        <translation>retiré</translation>
    </message>
    <message>
        <source>Claim identifier</source>
        <translation>Identifiant de demande de remboursement</translation>
    </message>
    <message>
        <source>Field that numbers claims. Empty: every row is one.</source>
        <translation>Champ qui numérote les demandes. Vide : chaque ligne en est une.</translation>
    </message>
    <message>
        <source>Visit identifier</source>
        <translation>Identifiant de visite</translation>
    </message>
    <message>
        <source>Field that numbers visits, so that each also counts once.</source>
        <translation>Champ qui numérote les visites, pour que chacune compte aussi une seule fois.</translation>
    </message>
    <message>
        <source>Provider identifier</source>
        <translation>Identifiant du prestataire</translation>
    </message>
    <message>
        <source>Field that names the provider, so that each also counts once.</source>
        <translation>Champ qui nomme le prestataire, pour que chacun compte aussi une seule fois.</translation>
    </message>
    <message>
        <source>Mail-order or virtual provider</source>
        <translation>Prestataire par correspondance ou virtuel</translation>
    </message>
    <message>
        <source>Field that marks providers whose place says nothing of the patient's, such as mail-order pharmacies: their visits are left out, and counted.</source>
        <translation>Champ marquant les prestataires dont le lieu ne dit rien de celui du patient, p. ex. pharmacies par correspondance : leurs visites sont omises, et comptées.</translation>
    </message>
    <message>
        <source>Released code lengths</source>
        <translation>Longueurs de code diffusées</translation>
    </message>
    <message>
        <source>Characters of the patient's area code that are released: 5, 4, 3, 2, 1, 0. Empty: every length down to 0, nothing.</source>
        <translation>Caractères diffusés du code de zone du patient : 5, 4, 3, 2, 1, 0. Vide : toutes les longueurs jusqu’à 0, rien.</translation>
    </message>
    <message>
        <source>Released unit</source>
        <translation>Unité diffusée</translation>
    </message>
    <message>
        <source>Field with the unit that is released instead of a cropped code (county, region).</source>
        <translation>Champ de l’unité diffusée à la place d’un code tronqué (comté, région).</translation>
    </message>
    <message>
        <source>A patient is safe when no guess is right with more than this probability.</source>
        <translation>Un patient est en sûreté si aucune supposition n’est juste avec plus que cette probabilité.</translation>
    </message>
    <message>
        <source>Own threshold</source>
        <translation>Seuil personnel</translation>
    </message>
    <message>
        <source>A probability that is used instead of the preset: 0.2 for 1 in 5.</source>
        <translation>Une probabilité utilisée à la place du préréglage : 0,2 pour 1 sur 5.</translation>
    </message>
    <message>
        <source>{count} area codes have lost leading zeros (for example {example}). They were put back; store codes as text.</source>
        <translation>{count} codes de zone ont perdu leurs zéros initiaux (par exemple {example}). Ils ont été remis ; gardez les codes en texte.</translation>
    </message>
    <message>
        <source>The released unit is the boundary field; released code lengths are not used.</source>
        <translation>L’unité diffusée est le champ de limite ; les longueurs de code ne sont pas utilisées.</translation>
    </message>
    <message>
        <source>all areas of the released unit</source>
        <translation>toutes les zones de l’unité diffusée</translation>
    </message>
    <message>
        <source>With the shortest of the patients' area codes released, nobody's area can be guessed from the places of treatment with a chance above the limit.</source>
        <translation>Avec le plus court des codes de zone des patients, la zone de personne ne se devine d’après les lieux de soins avec une probabilité supérieure à la limite.</translation>
    </message>
    <message>
        <source>The first guess is right for {top:.1f} % of the patients; for {beyond} of {all} with a chance above the limit.</source>
        <translation>Le premier essai est juste pour {top:.1f} % des patients ; pour {beyond} sur {all}, avec une probabilité supérieure à la limite.</translation>
    </message>
    <message>
        <source>in which areas a patient was treated; areas near them score points</source>
        <translation>dans quelles zones un patient a été soigné ; les zones proches marquent des points</translation>
    </message>
    <message>
        <source>in which areas a patient was treated, how many people live where, and how far they go for treatment</source>
        <translation>dans quelles zones un patient a été soigné, combien de personnes habitent où, et jusqu’où elles vont se faire soigner</translation>
    </message>
    <message>
        <source>Whether the places of treatment of {count} patients give away where they live.</source>
        <translation>Les lieux de soins de {count} patients révèlent-ils où ils vivent ?</translation>
    </message>
    <message>
        <source>With the codes of the recoded visits, and the shortest of the patients' area codes, nobody's area or record can be guessed with a chance above the limit, and no first guess is right more often than that in any released unit.</source>
        <translation>Avec les codes des visites recodées et le plus court des codes de zone des patients, la zone ou l’enregistrement de personne ne se devine avec une probabilité supérieure à la limite, et dans aucune unité diffusée le premier essai n’est juste plus souvent que cela.</translation>
    </message>
    <message>
        <source>The first guess is right for {top:.1f} % of the patients.</source>
        <translation>La première réponse est juste pour {top:.1f} % des patients.</translation>
    </message>
    <message>
        <source>the population of the areas was not given. Choose the field POPULATION.</source>
        <translation>la population des zones n’a pas été donnée. Choisissez le champ POPULATION.</translation>
    </message>
    <message>
        <source>An adversary who sees only in which areas a patient was treated, and gives points to the areas near them, names the home's area at once for {top} of the patients.</source>
        <translation>Un adversaire qui ne voit que les zones où un patient a été soigné, et donne des points aux zones voisines, nomme aussitôt la zone du domicile pour {top} des patients.</translation>
    </message>
    <message>
        <source>Cropping the patient's own code further does not help those patients: provider areas put back what cropping took away. Crop or drop the providers' areas too, and look at the table of remedies.</source>
        <translation>Tronquer davantage le code du patient n’aide pas ces patients : les zones des prestataires rendent ce que la troncature a ôté. Tronquez ou retirez aussi les zones des prestataires et consultez la table des remèdes.</translation>
    </message>
    <message>
        <source>What this means for publishing</source>
        <translation>Ce que cela signifie pour la publication</translation>
    </message>
    <message>
        <source>{unit}, by likelihood</source>
        <translation>{unit}, par la vraisemblance</translation>
    </message>
    <message>
        <source>Guesses</source>
        <translation>Tentatives</translation>
    </message>
    <message>
        <source>Share of patients found, by number of guesses</source>
        <translation>Part des patients trouvés, par nombre de tentatives</translation>
    </message>
    <message>
        <source>True area guessed first</source>
        <translation>Vraie zone devinée d’abord</translation>
    </message>
    <message>
        <source>If provider areas are cropped or dropped</source>
        <translation>Si les zones des prestataires sont tronquées ou retirées</translation>
    </message>
    <message>
        <source>Safe: neither the first guess nor a blind guess within the released unit is right with a probability above {limit}, nor is the true area's posterior where the population is known. A cropped provider area gives the mean points of the areas of its unit that hold providers.</source>
        <translation>À l’abri : ni le premier essai ni un essai aveugle dans l’unité diffusée n’est juste avec une probabilité supérieure à {limit}, ni la probabilité a posteriori de la vraie zone là où la population est connue. Une zone de prestataire tronquée donne les points moyens des zones de son unité qui ont des prestataires.</translation>
    </message>
    <message>
        <source>Each provider area gives {m} points to itself, one less to its nearest area, and so on down to 1. Points add up over a patient's records, areas outside the released unit score zero, and areas are ranked by points (El Emam and Arbuckle, Anonymizing Health Data, 2013, chapter 9).</source>
        <translation>Chaque zone de prestataire se donne {m} points, un de moins à sa zone la plus proche, et ainsi de suite jusqu’à 1 ; les points s’additionnent sur les enregistrements d’un patient, les zones hors de l’unité diffusée ont zéro, et les zones sont classées par points (El Emam et Arbuckle, Anonymizing Health Data, 2013, chapitre 9).</translation>
    </message>
    <message>
        <source>The adversary by likelihood takes the population of each area and lets people choose a place by its attractiveness over the squared distance plus 1 km, attractiveness fitted to the released visits. One who also knows opening hours or referral habits does better; the figures are a lower limit of the risk.</source>
        <translation>L’adversaire par la vraisemblance prend la population de chaque zone et laisse les personnes choisir un lieu selon son attrait sur le carré de la distance plus 1 km, l’attrait étant ajusté aux visites diffusées. Qui connaît aussi les heures d’ouverture ou les habitudes d’adressage fait mieux ; les chiffres sont une limite inférieure du risque.</translation>
    </message>
    <message>
        <source>The risk of the file needs RELEASED_FIELDS and POPULATION.</source>
        <translation>Le risque du fichier demande RELEASED_FIELDS et POPULATION.</translation>
    </message>
    <message>
        <source>Chance that the first guess, or a blind guess within the released unit, is right</source>
        <translation>Probabilité que le premier essai, ou un essai à l’aveugle dans l’unité diffusée, soit juste</translation>
    </message>
    <message>
        <source>the released values, in which areas a record was treated, and how far people go for that</source>
        <translation>les valeurs diffusées, les zones où un enregistrement a été soigné, et jusqu’où l’on va pour cela</translation>
    </message>
    <message>
        <source>the homes of all who are in the file</source>
        <translation>les domiciles de tous ceux qui sont dans le fichier</translation>
    </message>
    <message>
        <source>One who also knows how many people live where, and that people seldom go far, names the right area at once for {top}.</source>
        <translation>Qui sait aussi combien de personnes habitent où, et qu’elles vont rarement loin, nomme la bonne zone du premier coup pour {top}.</translation>
    </message>
    <message>
        <source>Within ten guesses the right area is among them for {share} of the patients.</source>
        <translation>En dix tentatives, la bonne zone est parmi elles pour {share} des patients.</translation>
    </message>
    <message>
        <source>One line for each released unit, counting {variant}. Bands: areas with equal points searched in the order that suits the adversary best and worst.</source>
        <translation>Une ligne par unité diffusée ; ce qui compte : {variant}. Bandes : zones à points égaux cherchées dans l’ordre le plus et le moins favorable à l’adversaire.</translation>
    </message>
    <message>
        <source>Ties: expected takes every order as equally likely; lucky and unlucky are the two extremes.</source>
        <translation>Ex æquo : attendu tient chaque ordre pour également probable ; chanceux et malchanceux sont les deux extrêmes.</translation>
    </message>
    <message>
        <source>Safe patients / patients found by the first guess, by what was done to provider areas.</source>
        <translation>Patients protégés / patients trouvés du premier coup, selon ce qui a été fait des zones des prestataires.</translation>
    </message>
    <message>
        <source>One code lets the same area be guessed first for many patients, and some of them live there. The verdict on the recoded visits therefore holds the share of right first guesses in each released unit to the limit, and every patient's posterior and risk in the file.</source>
        <translation>Avec un même code, la même zone est devinée en premier pour de nombreux patients, dont certains y vivent. Le verdict sur les visites recodées tient donc à la limite la part des premières réponses justes dans chaque unité diffusée, ainsi que la probabilité a posteriori et le risque dans le fichier de chaque patient.</translation>
    </message>
    <message>
        <source>{count} visits of mail-order or virtual providers were left out. Whoever knows better which providers have a place finds more.</source>
        <translation>{count} visites de prestataires par correspondance ou virtuels ont été laissées de côté. Qui sait mieux quels prestataires ont un lieu en trouve davantage.</translation>
    </message>
    <message>
        <source>Make sure that no patient goes to the places of the providers marked.</source>
        <translation>Assurez-vous qu’aucun patient ne se rend chez les prestataires marqués.</translation>
    </message>
    <message>
        <source>Counting</source>
        <translation>Décompte</translation>
    </message>
    <message>
        <source>Released</source>
        <translation>Diffusé</translation>
    </message>
    <message>
        <source>Lucky adversary</source>
        <translation>Adversaire chanceux</translation>
    </message>
    <message>
        <source>Unlucky adversary</source>
        <translation>Adversaire malchanceux</translation>
    </message>
    <message>
        <source>Median rank</source>
        <translation>Rang médian</translation>
    </message>
    <message>
        <source>By likelihood</source>
        <translation>Par la vraisemblance</translation>
    </message>
    <message>
        <source>Released of the patient's area</source>
        <translation>Diffusé de la zone du patient</translation>
    </message>
    <message>
        <source>Of somebody who knows who is in the file and where they live. A record hides among those who share the released values and the unit; the places of treatment weigh each of them by the chance of going there. Dropped: 1 over their number.</source>
        <translation>Pour qui sait qui est dans le fichier et où chacun habite. Un enregistrement se cache parmi ceux qui partagent les valeurs diffusées et l’unité ; les lieux de soins pèsent chacun d’eux par la chance d’y aller. Supprimés : 1 sur leur nombre.</translation>
    </message>
    <message>
        <source>Patients with at least one usable visit</source>
        <translation>Patients avec au moins une visite utilisable</translation>
    </message>
    <message>
        <source>Visits used</source>
        <translation>Visites utilisées</translation>
    </message>
    <message>
        <source>Patients found (%)</source>
        <translation>Patients trouvés (%)</translation>
    </message>
    <message>
        <source>Provider areas</source>
        <translation>Zones des prestataires</translation>
    </message>
    <message>
        <source>Largest risk of a record</source>
        <translation>Plus grand risque d’un enregistrement</translation>
    </message>
    <message>
        <source>Records traced correctly</source>
        <translation>Enregistrements retrouvés correctement</translation>
    </message>
    <message>
        <source>Records above {limit}</source>
        <translation>Enregistrements au-dessus de {limit}</translation>
    </message>
    <message>
        <source>Georeference a map picture</source>
        <translation>Géoréférencer une image de carte</translation>
    </message>
    <message>
        <source>picture</source>
        <translation>image</translation>
    </message>
    <message>
        <source>georeferencer</source>
        <translation>géoréférenceur</translation>
    </message>
    <message>
        <source>control points</source>
        <translation>points de contrôle</translation>
    </message>
    <message>
        <source>outline</source>
        <translation>contour</translation>
    </message>
    <message>
        <source>register</source>
        <translation>caler</translation>
    </message>
    <message>
        <source>Places a picture of a map: automatically, by an outline of the region that it shows, or by control points. Where no placement stands out it refuses and says why.</source>
        <translation>Place une image de carte : automatiquement, par un contour de la région qu’elle montre, ou par des points de contrôle. Si aucun placement ne ressort, refuse et dit pourquoi.</translation>
    </message>
    <message>
        <source>The picture with what it was placed by</source>
        <translation>L’image avec ce qui a servi à la placer</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Image</translation>
    </message>
    <message>
        <source>PNG, JPEG, TIFF, GIF, BMP, WebP, PDF or SVG.</source>
        <translation>PNG, JPEG, TIFF, GIF, BMP, WebP, PDF ou SVG.</translation>
    </message>
    <message>
        <source>Control points of who drew it</source>
        <translation>Points de calage de qui l’a dessinée</translation>
    </message>
    <message>
        <source>Place the picture where its outline does not, as a grid of equal squares.</source>
        <translation>Placent l’image quand ses limites n’y suffisent pas, comme une grille de carrés égaux.</translation>
    </message>
    <message>
        <source>Georeferenced picture</source>
        <translation>Image géoréférencée</translation>
    </message>
    <message>
        <source>GeoTIFF of the picture in its place.</source>
        <translation>GeoTIFF de l’image à sa place.</translation>
    </message>
    <message>
        <source>Control points found</source>
        <translation>Points de contrôle trouvés</translation>
    </message>
    <message>
        <source>The placement as a .points file for QGIS's Georeferencer.</source>
        <translation>Le placement en fichier .points pour le géoréférenceur de QGIS.</translation>
    </message>
    <message>
        <source>Control points (*.points)</source>
        <translation>Points de contrôle (*.points)</translation>
    </message>
    <message>
        <source>Root mean square residual (m)</source>
        <translation>Résidu quadratique moyen (m)</translation>
    </message>
    <message>
        <source>The same at points left out of the fit (m)</source>
        <translation>Le même aux points omis de l’ajustement (m)</translation>
    </message>
    <message>
        <source>Expected error of the placement (px)</source>
        <translation>Erreur attendue du placement (px)</translation>
    </message>
    <message>
        <source>Metres per pixel</source>
        <translation>Mètres par pixel</translation>
    </message>
    <message>
        <source>Evidence for the placement</source>
        <translation>Indices pour le placement</translation>
    </message>
    <message>
        <source>Evidence for the next best placement</source>
        <translation>Indices pour le deuxième meilleur placement</translation>
    </message>
    <message>
        <source>Turn of the picture (degrees)</source>
        <translation>Rotation de l’image (degrés)</translation>
    </message>
    <message>
        <source>What placed the picture</source>
        <translation>Ce qui a placé l’image</translation>
    </message>
    <message>
        <source>The georeferenced picture could not be written. Is the disk full?</source>
        <translation>L’image géoréférencée n’a pas pu être écrite. Le disque est-il plein ?</translation>
    </message>
    <message>
        <source>Size of a pixel</source>
        <translation>Taille d’un pixel</translation>
    </message>
    <message>
        <source>Placement</source>
        <translation>Placement</translation>
    </message>
    <message>
        <source>The picture was placed on the map. The figures say how sure that is.</source>
        <translation>L’image a été placée sur la carte. Les chiffres disent avec quelle certitude.</translation>
    </message>
    <message>
        <source>The outline in its place, drawn in magenta: it should lie on the lines of the picture.</source>
        <translation>Le contour à sa place, dessiné en magenta : il doit se trouver sur les lignes de l’image.</translation>
    </message>
    <message>
        <source>The crosses are the control points.</source>
        <translation>Les croix sont les points de contrôle.</translation>
    </message>
    <message>
        <source>Point</source>
        <translation>Point</translation>
    </message>
    <message>
        <source>Column</source>
        <translation>Colonne</translation>
    </message>
    <message>
        <source>Row</source>
        <translation>Ligne</translation>
    </message>
    <message>
        <source>Residual (map units)</source>
        <translation>Résidu (unités de carte)</translation>
    </message>
    <message>
        <source>Error when left out</source>
        <translation>Erreur si omis</translation>
    </message>
    <message>
        <source>A residual is small by itself where a model has many parameters: trust the last column.</source>
        <translation>Un résidu est petit de lui-même quand un modèle a beaucoup de paramètres : fiez-vous à la dernière colonne.</translation>
    </message>
    <message>
        <source>{reason} It was placed by the control points of who drew it: the attack is at least as strong as a stranger's.</source>
        <translation>{reason} L’image a été placée par les points de contrôle de qui l’a dessinée : l’attaque est au moins aussi forte que celle d’un inconnu.</translation>
    </message>
    <message>
        <source>Control points</source>
        <translation>Points de contrôle</translation>
    </message>
    <message>
        <source>The page must be between 20 mm and 2 000 mm on each side.</source>
        <translation>La page doit mesurer entre 20 mm et 2 000 mm de chaque côté.</translation>
    </message>
    <message>
        <source>The picture would have {count:.0f} million pixels. Choose a smaller page or a lower resolution; up to {most:.0f} million pixels are drawn.</source>
        <translation>L’image aurait {count:.0f} millions de pixels. Choisissez une page plus petite ou moins de points par pouce ; jusqu’à {most:.0f} millions de pixels sont dessinés.</translation>
    </message>
    <message>
        <source>There is nothing to draw: the layers hold no geometry.</source>
        <translation>Il n’y a rien à dessiner : les couches ne contiennent aucune géométrie.</translation>
    </message>
    <message>
        <source>Find the dots of a map picture</source>
        <translation>Trouver les points d’une image de carte</translation>
    </message>
    <message>
        <source>dots</source>
        <translation>points</translation>
    </message>
    <message>
        <source>digitise</source>
        <translation>numériser</translation>
    </message>
    <message>
        <source>markers</source>
        <translation>marqueurs</translation>
    </message>
    <message>
        <source>symbols</source>
        <translation>symboles</translation>
    </message>
    <message>
        <source>classification</source>
        <translation>classification</translation>
    </message>
    <message>
        <source>Finds the dots in a picture of a map, whatever their colour, shape or size, to a fraction of a pixel: on the map where the picture has a place, else in pixels.</source>
        <translation>Trouve les points d’une image de carte, quels que soient leur couleur, leur forme et leur taille, à une fraction de pixel près : sur la carte si l’image est placée, sinon en pixels.</translation>
    </message>
    <message>
        <source>Crosses: the dots as found, one colour per class. Check that they sit on the dots.</source>
        <translation>Croix : les points trouvés, une couleur par classe. Vérifiez qu’elles sont sur les points.</translation>
    </message>
    <message>
        <source>PNG, JPEG, TIFF, GIF, BMP, WebP, PDF or SVG; a GeoTIFF knows its place.</source>
        <translation>PNG, JPEG, TIFF, GIF, BMP, WebP, PDF ou SVG ; un GeoTIFF connaît sa position.</translation>
    </message>
    <message>
        <source>A point for each dot: class, x_px, y_px (the first pixel's centre is at 0.5), error_px and error_m (standard errors). Internal.</source>
        <translation>Un point par symbole : class, x_px, y_px (le centre du premier pixel est à 0,5), error_px et error_m (erreurs types). Interne.</translation>
    </message>
    <message>
        <source>Merged groups</source>
        <translation>Groupes confondus</translation>
    </message>
    <message>
        <source>Where dots hide one another: how many were separated, and how many there may be (95 %). Internal.</source>
        <translation>Où des points se cachent : combien ont été séparés, et combien il peut y en avoir (95 %). Interne.</translation>
    </message>
    <message>
        <source>Colour classes of the pixels</source>
        <translation>Classes de couleur des pixels</translation>
    </message>
    <message>
        <source>Class of each pixel, 0 the commonest colour.</source>
        <translation>Classe de chaque pixel, 0 la couleur la plus fréquente.</translation>
    </message>
    <message>
        <source>Dots found</source>
        <translation>Points trouvés</translation>
    </message>
    <message>
        <source>Dots there are at least, 95 % interval</source>
        <translation>Points au moins, intervalle à 95 %</translation>
    </message>
    <message>
        <source>Dots there are at most, 95 % interval</source>
        <translation>Points au plus, intervalle à 95 %</translation>
    </message>
    <message>
        <source>Median position error along each axis (px)</source>
        <translation>Erreur de position médiane selon chaque axe (px)</translation>
    </message>
    <message>
        <source>Median position error along each axis (m)</source>
        <translation>Erreur de position médiane selon chaque axe (m)</translation>
    </message>
    <message>
        <source>How the dots were drawn</source>
        <translation>Comment les points ont été dessinés</translation>
    </message>
    <message>
        <source>The raster of classes could not be written. Choose another file or folder.</source>
        <translation>Le raster des classes n’a pas pu être écrit. Choisissez un autre fichier ou dossier.</translation>
    </message>
    <message>
        <source>Median position error along each axis</source>
        <translation>Erreur de position médiane selon chaque axe</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>Classe</translation>
    </message>
    <message>
        <source>Marker</source>
        <translation>Marqueur</translation>
    </message>
    <message>
        <source>Radius (px)</source>
        <translation>Rayon (px)</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>Couleur</translation>
    </message>
    <message>
        <source>The dots were found by the regularity of their shape and located by their own template.</source>
        <translation>Les points ont été trouvés par la régularité de leur forme et situés par leur propre modèle.</translation>
    </message>
    <message>
        <source>The picture has no place on the map: the points are in pixels, rows downwards.</source>
        <translation>L’image n’a pas de place sur la carte : les points sont en pixels, lignes vers le bas.</translation>
    </message>
    <message>
        <source>The same on the ground</source>
        <translation>La même au sol</translation>
    </message>
    <message>
        <source>Look</source>
        <translation>Aspect</translation>
    </message>
    <message>
        <source>Draw a map</source>
        <translation>Dessiner une carte</translation>
    </message>
    <message>
        <source>layout</source>
        <translation>mise en page</translation>
    </message>
    <message>
        <source>export</source>
        <translation>exporter</translation>
    </message>
    <message>
        <source>png</source>
        <translation>png</translation>
    </message>
    <message>
        <source>pdf</source>
        <translation>pdf</translation>
    </message>
    <message>
        <source>preview</source>
        <translation>aperçu</translation>
    </message>
    <message>
        <source>Draws a dot map as it will be published, with title, legend, scale bar, north arrow and a caption; the file carries no position and no metadata. Attack the picture with “Check a map picture”.</source>
        <translation>Dessine une carte par points telle qu’elle sera publiée, avec titre, légende, échelle, flèche du nord et note ; le fichier ne porte ni position ni métadonnées. Attaquez l’image avec « Vérifier une image de carte ».</translation>
    </message>
    <message>
        <source>Layer “{layer}” has no points to draw.</source>
        <translation>La couche « {layer} » n’a aucun point à dessiner.</translation>
    </message>
    <message>
        <source>The points' coordinates do not fit their coordinate reference system.</source>
        <translation>Les coordonnées des points ne correspondent pas à leur système de coordonnées.</translation>
    </message>
    <message>
        <source>What to show</source>
        <translation>Ce qui est montré</translation>
    </message>
    <message>
        <source>The dots of the map: the masked layer, when the picture is meant for release. Or areas: released counts, rates, clusters of the scan.</source>
        <translation>Les points de la carte : la couche masquée si l’image est destinée à la diffusion. Ou des zones : effectifs publiés, taux, agrégats du balayage.</translation>
    </message>
    <message>
        <source>Layers below</source>
        <translation>Couches dessous</translation>
    </message>
    <message>
        <source>Layers drawn below the dots, the topmost first: boundaries, roads, a raster.</source>
        <translation>Couches dessinées sous les points, la plus haute d’abord : limites, routes, un raster.</translation>
    </message>
    <message>
        <source>Scale 1 :</source>
        <translation>Échelle 1 :</translation>
    </message>
    <message>
        <source>Scale denominator, for example 100000. 0 fits all layers and rounds the scale.</source>
        <translation>Dénominateur de l’échelle, par exemple 100000. 0 ajuste à toutes les couches et arrondit l’échelle.</translation>
    </message>
    <message>
        <source>Resolution (dpi)</source>
        <translation>Résolution (ppp)</translation>
    </message>
    <message>
        <source>A coarse picture gives away less: 50 to 100 for the web, 300 for print.</source>
        <translation>Une image grossière révèle moins : 50 à 100 pour le web, 300 pour l’impression.</translation>
    </message>
    <message>
        <source>Page size (mm)</source>
        <translation>Taille de la page (mm)</translation>
    </message>
    <message>
        <source>Width x height in millimetres, for example 180x135, or A4 landscape. A width alone: the page takes the shape of the map.</source>
        <translation>Largeur x hauteur en millimètres, p. ex. 180x135, ou A4 landscape. Une largeur seule : la page prend la forme de la carte.</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titre</translation>
    </message>
    <message>
        <source>Text above the map.</source>
        <translation>Texte au-dessus de la carte.</translation>
    </message>
    <message>
        <source>Caption</source>
        <translation>Mention</translation>
    </message>
    <message>
        <source>Text below the map. Change it if the dots are not masked; areas have none by default.</source>
        <translation>Texte sous la carte. À modifier si les points ne sont pas masqués ; aucun par défaut pour des zones.</translation>
    </message>
    <message>
        <source>Positions are masked: no dot marks the place of a person.</source>
        <translation>Les positions sont masquées : aucun point ne marque le lieu d’une personne.</translation>
    </message>
    <message>
        <source>Name of the dots</source>
        <translation>Nom des points</translation>
    </message>
    <message>
        <source>What the legend calls the dots. Empty: the layer's name.</source>
        <translation>Comment la légende appelle les points. Vide : le nom de la couche.</translation>
    </message>
    <message>
        <source>Use the layers' own styles</source>
        <translation>Utiliser les styles des couches</translation>
    </message>
    <message>
        <source>Draws the layers as they are styled in the project instead of in a plain publication style.</source>
        <translation>Dessine les couches avec leur style du projet plutôt qu’avec un style sobre de publication.</translation>
    </message>
    <message>
        <source>Dots at whole pixels</source>
        <translation>Points aux pixels entiers</translation>
    </message>
    <message>
        <source>Sets each dot at the centre of its pixel, so that the picture reveals no more. For PNG and JPEG in the plain style.</source>
        <translation>Met chaque point au centre de son pixel, pour que l’image n’en révèle pas plus. Pour PNG et JPEG dans le style simple.</translation>
    </message>
    <message>
        <source>The picture. It appears only when it is complete.</source>
        <translation>L’image. Elle n’apparaît que complète.</translation>
    </message>
    <message>
        <source>PNG files (*.png);;JPEG files (*.jpg);;PDF files (*.pdf);;SVG files (*.svg)</source>
        <translation>Fichiers PNG (*.png);;Fichiers JPEG (*.jpg);;Fichiers PDF (*.pdf);;Fichiers SVG (*.svg)</translation>
    </message>
    <message>
        <source>Control points of the picture</source>
        <translation>Points de calage de l’image</translation>
    </message>
    <message>
        <source>Corners of the map, of a PNG or JPEG. Internal: they place what the picture alone might not.</source>
        <translation>Coins de la carte, d’un PNG ou d’un JPEG. Interne : ils placent ce que l’image seule ne permettrait peut-être pas.</translation>
    </message>
    <message>
        <source>Scale denominator</source>
        <translation>Dénominateur de l’échelle</translation>
    </message>
    <message>
        <source>Width, pixels</source>
        <translation>Largeur, pixels</translation>
    </message>
    <message>
        <source>Height, pixels</source>
        <translation>Hauteur, pixels</translation>
    </message>
    <message>
        <source>The layer given as LAYER could not be opened.</source>
        <translation>La couche donnée pour LAYER n’a pas pu être ouverte.</translation>
    </message>
    <message>
        <source>Layer “{layer}” has no coordinate reference system. Set it under Layer Properties ▸ Source.</source>
        <translation>La couche « {layer} » n’a pas de système de coordonnées. Définissez-le sous Propriétés de la couche ▸ Source.</translation>
    </message>
    <message>
        <source>The picture's name must end in .png, .jpg, .pdf or .svg.</source>
        <translation>Le nom de l’image doit finir par .png, .jpg, .pdf ou .svg.</translation>
    </message>
    <message>
        <source>Layer “{layer}” holds neither points nor areas with counts, rates or clusters of GeoDeID. Choose one, or switch “Use the layers' own styles” on.</source>
        <translation>La couche « {layer} » ne contient ni points, ni zones avec effectifs, taux ou agrégats de GeoDeID. Choisissez-en une, ou activez « Utiliser les styles des couches ».</translation>
    </message>
    <message>
        <source>The size “{text}” was not understood. Write it like 180x135 (mm) or A4 landscape.</source>
        <translation>La taille « {text} » n’a pas été comprise. Écrivez-la comme 180x135 (mm) ou A4 landscape.</translation>
    </message>
    <message>
        <source>The {form} could not be written. Is the disk full or the folder closed?</source>
        <translation>Le {form} n’a pu être écrit. Le disque est-il plein ou le dossier protégé ?</translation>
    </message>
    <message>
        <source>The picture could not be encoded: {reason}.</source>
        <translation>L’image n’a pu être encodée : {reason}.</translation>
    </message>
    <message>
        <source>Choose a file for the picture.</source>
        <translation>Choisissez un fichier pour l’image.</translation>
    </message>
    <message>
        <source>Dots at whole pixels need a PNG or JPEG picture in the plain publication style. Choose these, or switch “Dots at whole pixels” off.</source>
        <translation>Les points aux pixels entiers exigent une image PNG ou JPEG dans le style sobre de publication. Choisissez-les, ou désactivez « Points aux pixels entiers ».</translation>
    </message>
    <message>
        <source>The folder of the picture does not exist: {folder}</source>
        <translation>Le dossier de l’image n’existe pas : {folder}</translation>
    </message>
    <message>
        <source>Drawing</source>
        <translation>Dessin</translation>
    </message>
    <message>
        <source>Layer “{layer}”: {count} features have no geometry and are not in the picture.</source>
        <translation>Couche « {layer} » : {count} entités sans géométrie ne sont pas dans l’image.</translation>
    </message>
    <message>
        <source>Beside the picture lie files that say where it is: {names}. Do not publish them.</source>
        <translation>À côté de l’image se trouvent des fichiers qui disent où elle est : {names}. Ne les publiez pas.</translation>
    </message>
    <message>
        <source>The picture could not be drawn: there is not enough memory for its size.</source>
        <translation>L’image n’a pu être dessinée : il n’y a pas assez de mémoire pour sa taille.</translation>
    </message>
    <message>
        <source>Layer “{layer}” is internal. Do not publish {picture}.</source>
        <translation>La couche « {layer} » est interne. Ne publiez pas {picture}.</translation>
    </message>
    <message>
        <source>Check a map picture</source>
        <translation>Vérifier une image de carte</translation>
    </message>
    <message>
        <source>dot map</source>
        <translation>carte de points</translation>
    </message>
    <message>
        <source>attack</source>
        <translation>attaque</translation>
    </message>
    <message>
        <source>re-identification</source>
        <translation>réidentification</translation>
    </message>
    <message>
        <source>georeference</source>
        <translation>géoréférencer</translation>
    </message>
    <message>
        <source>journal</source>
        <translation>revue</translation>
    </message>
    <message>
        <source>Brownstein</source>
        <translation>Brownstein</translation>
    </message>
    <message>
        <source>address</source>
        <translation>adresse</translation>
    </message>
    <message>
        <source>Attacks a map picture as a stranger would: finds the dots, places the picture, and says of each dot how many people it could stand for and whom it gives away.</source>
        <translation>Attaque l’image d’une carte comme le ferait un inconnu : trouve les points, place l’image, et dit de chaque point combien de personnes il peut représenter et qui il révèle.</translation>
    </message>
    <message>
        <source>Crosses: where the attack puts the dots; blue ones were matched with a record, orange ones were not. Check that they sit on the dots: where they do not, the figures above say little. Red rings: records that the picture gives away.</source>
        <translation>Croix : où l’attaque place les points ; les bleues correspondent à un enregistrement, les orange non. Vérifiez qu’elles sont sur les points : sinon, les chiffres ci-dessus disent peu. Anneaux rouges : les enregistrements que l’image révèle.</translation>
    </message>
    <message>
        <source>The picture would pass at {dpi:g} dpi at most, with round symbols of {smallest:g} to {largest:g} mm: a pixel of {pixel_m:,.0f} m instead of {own_m:,.1f} m. That picture was drawn and attacked, its place told to the attack: nobody is left among fewer than {need} candidates. Check the final picture itself before you publish it.</source>
        <translation>L’image serait conforme à {dpi:g} ppp au plus, avec des symboles ronds de {smallest:g} à {largest:g} mm : un pixel de {pixel_m:,.0f} m au lieu de {own_m:,.1f} m. Cette image a été dessinée et attaquée, sa place étant donnée à l’attaque : personne ne reste parmi moins de {need} candidats. Vérifiez l’image finale elle-même avant de la publier.</translation>
    </message>
    <message>
        <source>Or mask the points: to lie among {need} candidates a dot must move by {median} at the median and by {largest} at most.</source>
        <translation>Ou masquez les points : pour se trouver parmi {need} candidats, un point doit se déplacer de {median} à la médiane et de {largest} au plus.</translation>
    </message>
    <message>
        <source>As it would be published: PNG, JPEG, TIFF, GIF, BMP, WebP, PDF or SVG.</source>
        <translation>Telle qu’elle serait publiée : PNG, JPEG, TIFF, GIF, BMP, WebP, PDF ou SVG.</translation>
    </message>
    <message>
        <source>The masked layer that was drawn. Without it, dots that are nobody's are not judged: they may be true points, placed wrongly.</source>
        <translation>La couche masquée qui a été dessinée. Sans elle, les points qui ne sont de personne ne sont pas jugés : ce peuvent être de vrais points mal placés.</translation>
    </message>
    <message>
        <source>Say what would make the picture safe</source>
        <translation>Dire ce qui rendrait l’image sûre</translation>
    </message>
    <message>
        <source>Where records are given away: the largest resolution and the symbols at which the picture would pass.</source>
        <translation>Si des enregistrements sont révélés : la plus grande résolution et les symboles auxquels l’image serait conforme.</translation>
    </message>
    <message>
        <source>The recovered dots with the record each stands for. Internal.</source>
        <translation>Les points retrouvés avec l’enregistrement visé. Interne.</translation>
    </message>
    <message>
        <source>Pictures tried instead</source>
        <translation>Images essayées à la place</translation>
    </message>
    <message>
        <source>The pictures drawn instead: dpi, symbol size and records exposed. Empty where the picture passes. Internal.</source>
        <translation>Les images dessinées à la place : dpi, taille de symbole et enregistrements exposés. Vide si l’image est conforme. Interne.</translation>
    </message>
    <message>
        <source>Share of the records recovered</source>
        <translation>Part des enregistrements retrouvés</translation>
    </message>
    <message>
        <source>Share of the dots that are records</source>
        <translation>Part des points qui sont des enregistrements</translation>
    </message>
    <message>
        <source>The same expected by chance alone</source>
        <translation>La même chose attendue par le seul hasard</translation>
    </message>
    <message>
        <source>Mean distance from dot to true point (m)</source>
        <translation>Distance moyenne du point au vrai point (m)</translation>
    </message>
    <message>
        <source>Largest resolution at which the picture would pass (dpi)</source>
        <translation>Plus grande résolution à laquelle l’image passerait (ppp)</translation>
    </message>
    <message>
        <source>Whom the picture gives away</source>
        <translation>Qui l’image révèle</translation>
    </message>
    <message>
        <source>What the attack saw</source>
        <translation>Ce que l’attaque a vu</translation>
    </message>
    <message>
        <source>Distance from dot to true point (m)</source>
        <translation>Distance du point au vrai point (m)</translation>
    </message>
    <message>
        <source>How near it comes</source>
        <translation>De combien elle s’approche</translation>
    </message>
    <message>
        <source>What would make it safe</source>
        <translation>Ce qui la rendrait sûre</translation>
    </message>
    <message>
        <source>No picture of this page passes, down to the coarsest that still shows symbols three times as large. Move the dots: mask the points with “Mask points: least move” or “Mask points: random moves” and draw the masked layer, or publish counts by area.</source>
        <translation>Aucune image de cette page ne passe, jusqu’à la plus grossière qui montre encore des symboles trois fois plus grands. Déplacez les points : masquez-les avec « Masquer des points : moindre déplacement » ou « Masquer des points : déplacements aléatoires » et dessinez la couche masquée, ou publiez des effectifs par zone.</translation>
    </message>
    <message>
        <source>The markers must be pasted at whole pixels, as in this picture.</source>
        <translation>Les marqueurs doivent être posés sur des pixels entiers, comme dans cette image.</translation>
    </message>
    <message>
        <source>Records among fewer than {need} candidates by resolution and diameter of the symbol, {markers}: the larger of what this attack found and of what the pixels can at best reveal of dots that no other dot hides. –: the symbol would be smaller than {least:g} pixels. In this picture: {size:.1f} mm at {dpi:g} dpi. Where dots do not overlap, larger symbols hide nobody.</source>
        <translation>Enregistrements parmi moins de {need} candidats selon la résolution et le diamètre du symbole, {markers} : le plus grand de ce que cette attaque a trouvé et de ce que les pixels disent au mieux des points qu’aucun autre ne couvre. – : le symbole serait plus petit que {least:g} pixels. Dans cette image : {size:.1f} mm à {dpi:g} ppp. Là où les points sont écartés, de plus grands symboles ne cachent personne.</translation>
    </message>
    <message>
        <source>Size of a pixel (m)</source>
        <translation>Taille d’un pixel (m)</translation>
    </message>
    <message>
        <source>How the attack went</source>
        <translation>Comment l’attaque s’est passée</translation>
    </message>
    <message>
        <source>What this check cannot say</source>
        <translation>Ce que cette vérification ne peut pas dire</translation>
    </message>
    <message>
        <source>It is one attack by one program. A stranger who knows more, for example from a second map of the same people, from the text of the article or from the neighbourhood, may find more. Dots that hide one another are counted, but not all of them are located.</source>
        <translation>C’est une attaque par un programme. Un inconnu qui en sait plus, par exemple par une deuxième carte des mêmes personnes, le texte de l’article ou le voisinage, peut trouver davantage. Les points qui se cachent sont comptés, mais tous ne sont pas situés.</translation>
    </message>
    <message>
        <source>The picture was attacked as a stranger would attack it: the dots were located, the picture was placed on the map, and every dot was compared with the true points.</source>
        <translation>L’image a été attaquée comme le ferait un inconnu : les points ont été situés, l’image placée sur la carte, et chaque point comparé aux vrais points.</translation>
    </message>
    <message>
        <source>Records inside the picture</source>
        <translation>Enregistrements dans l’image</translation>
    </message>
    <message>
        <source>Dots recovered</source>
        <translation>Points retrouvés</translation>
    </message>
    <message>
        <source>Records found</source>
        <translation>Enregistrements trouvés</translation>
    </message>
    <message>
        <source>Expected by chance alone</source>
        <translation>Attendus par le seul hasard</translation>
    </message>
    <message>
        <source>Dots that are records</source>
        <translation>Points qui sont des enregistrements</translation>
    </message>
    <message>
        <source>Share of the records found</source>
        <translation>Part des enregistrements trouvés</translation>
    </message>
    <message>
        <source>within</source>
        <translation>en deçà de</translation>
    </message>
    <message>
        <source>The markers must then be pasted at whole pixels, and in this picture they are not: they keep the place inside the pixel. “Draw a map” does so with “Dots at whole pixels”, and so does the map window's export of plain markers; those of a layout are smooth.</source>
        <translation>Les symboles doivent alors être collés à des pixels entiers, et dans cette image ils ne le sont pas : ils gardent la position à l’intérieur du pixel. « Dessiner une carte » le fait avec « Points aux pixels entiers », tout comme l’exportation de symboles simples depuis la fenêtre de carte ; ceux d’une mise en page sont lissés.</translation>
    </message>
    <message>
        <source>The file names no resolution, so it was taken for a page of {dpi:g} dpi. Where that is wrong, resolutions must be multiplied and sizes in millimetres divided by the same number.</source>
        <translation>Le fichier n’indique aucune résolution, il a donc été tenu pour une page de {dpi:g} ppp. Si c’est faux, multipliez les résolutions et divisez les tailles en millimètres par le même nombre.</translation>
    </message>
    <message>
        <source>Position error of a dot along each axis, median</source>
        <translation>Erreur de position d’un point selon chaque axe, médiane</translation>
    </message>
    <message>
        <source>Kinds of dots</source>
        <translation>Sortes de points</translation>
    </message>
    <message>
        <source>Mean distance, dot to true point (95 % interval)</source>
        <translation>Distance moyenne, du point au vrai point (intervalle à 95 %)</translation>
    </message>
    <message>
        <source>Masked points found (the picture against the masked layer)</source>
        <translation>Points masqués trouvés (l’image contre la couche masquée)</translation>
    </message>
    <message>
        <source>Candidates a record hides among</source>
        <translation>Candidats parmi lesquels un enregistrement se fond</translation>
    </message>
    <message>
        <source>not counted: no addresses, no population</source>
        <translation>non compté : ni adresses ni population</translation>
    </message>
    <message>
        <source>Exact address found</source>
        <translation>Adresse exacte trouvée</translation>
    </message>
    <message>
        <source>True address within the nearest 5 / 10 / 20 others</source>
        <translation>Vraie adresse parmi les 5 / 10 / 20 autres plus proches</translation>
    </message>
    <message>
        <source>Exact addresses expected from the picture alone</source>
        <translation>Adresses exactes attendues de l’image seule</translation>
    </message>
    <message>
        <source>Records found among fewer than {need} candidates</source>
        <translation>Enregistrements trouvés parmi moins de {need} candidats</translation>
    </message>
    <message>
        <source>Smallest / median number of candidates</source>
        <translation>Nombre de candidats, minimum / médiane</translation>
    </message>
    <message>
        <source>Leads to {candidates} candidates; {distance} from the true place.</source>
        <translation>Mène à {candidates} candidats ; {distance} du vrai lieu.</translation>
    </message>
    <message>
        <source>smooth markers</source>
        <translation>marqueurs lissés</translation>
    </message>
    <message>
        <source>markers at whole pixels</source>
        <translation>marqueurs sur des pixels entiers</translation>
    </message>
    <message>
        <source>Dots: {reader}</source>
        <translation>Points : {reader}</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>moyenne</translation>
    </message>
    <message>
        <source>Sensitivity</source>
        <translation>Sensibilité</translation>
    </message>
    <message>
        <source>Above 1 takes less regular blobs for dots.</source>
        <translation>Au-dessus de 1, prend des taches moins régulières pour des points.</translation>
    </message>
    <message>
        <source>Marks</source>
        <translation>Marques</translation>
    </message>
    <message>
        <source>dots: markers of any shape. bars: strokes along a street, as on old maps.</source>
        <translation>dots : symboles de toute forme. bars : traits le long d’une rue, comme sur d’anciennes cartes.</translation>
    </message>
    <message>
        <source>markers pasted at whole pixels: the position inside the pixel is lost, whatever the method</source>
        <translation>marqueurs posés à des pixels entiers : la position dans le pixel est perdue, quelle que soit la méthode</translation>
    </message>
    <message>
        <source>smooth markers: positions are kept to a small part of a pixel</source>
        <translation>marqueurs lissés : les positions sont gardées à une petite part de pixel</translation>
    </message>
    <message>
        <source>vector paths: the file holds the exact positions</source>
        <translation>tracés vectoriels : le fichier contient les positions exactes</translation>
    </message>
    <message>
        <source>markers without smoothing: positions are kept to about a tenth of a pixel</source>
        <translation>marqueurs sans lissage : les positions sont gardées à environ un dixième de pixel</translation>
    </message>
    <message>
        <source>bars along a line: the place lies anywhere along its bar</source>
        <translation>barres le long d’une ligne : le lieu se trouve n’importe où le long de sa barre</translation>
    </message>
    <message>
        <source>circle</source>
        <translation>cercle</translation>
    </message>
    <message>
        <source>square</source>
        <translation>carré</translation>
    </message>
    <message>
        <source>diamond</source>
        <translation>losange</translation>
    </message>
    <message>
        <source>triangle</source>
        <translation>triangle</translation>
    </message>
    <message>
        <source>equilateral triangle</source>
        <translation>triangle équilatéral</translation>
    </message>
    <message>
        <source>pentagon</source>
        <translation>pentagone</translation>
    </message>
    <message>
        <source>star</source>
        <translation>étoile</translation>
    </message>
    <message>
        <source>plus</source>
        <translation>plus</translation>
    </message>
    <message>
        <source>thin plus</source>
        <translation>plus fin</translation>
    </message>
    <message>
        <source>x</source>
        <translation>x</translation>
    </message>
    <message>
        <source>thin x</source>
        <translation>x fin</translation>
    </message>
    <message>
        <source>bar</source>
        <translation>barre</translation>
    </message>
    <message>
        <source>unknown shape</source>
        <translation>forme inconnue</translation>
    </message>
    <message>
        <source>No world file, GeoTIFF or GeoPDF frame, EXIF position or project path was found.</source>
        <translation>Aucun fichier de calage, cadre GeoTIFF ou GeoPDF, position EXIF ni chemin de projet n’a été trouvé.</translation>
    </message>
    <message>
        <source>Outline</source>
        <translation>Contour</translation>
    </message>
    <message>
        <source>Lines or polygons that the picture shows: borders, coast. They place it.</source>
        <translation>Lignes ou polygones que l’image montre : frontières, côte. Ils la placent.</translation>
    </message>
    <message>
        <source>A .points file of the Georeferencer, or a table with mapX, mapY, sourceX, sourceY.</source>
        <translation>Fichier .points du géoréférenceur, ou table avec mapX, mapY, sourceX, sourceY.</translation>
    </message>
    <message>
        <source>Coordinate system of the picture</source>
        <translation>Système de coordonnées de l’image</translation>
    </message>
    <message>
        <source>Empty: it is found out.</source>
        <translation>Vide : il est trouvé.</translation>
    </message>
    <message>
        <source>The picture {name} does not exist.</source>
        <translation>L’image {name} n’existe pas.</translation>
    </message>
    <message>
        <source>{groups}: {found} dots separated, {low} to {high} in all</source>
        <translation>{groups} : {found} points séparés, {low} à {high} en tout</translation>
    </message>
    <message>
        <source>What the file says besides its pixels</source>
        <translation>Ce que le fichier dit outre ses pixels</translation>
    </message>
    <message>
        <source>Decoding {name} took more memory or time than any picture does, so it was ended. The check was not made. Save the picture anew from an image program.</source>
        <translation>Décoder {name} a demandé plus de mémoire ou de temps qu’aucune image : l’opération a été arrêtée. La vérification n’a pas été faite. Enregistrez de nouveau l’image avec un logiciel d’images.</translation>
    </message>
    <message>
        <source>The control points {name} could not be read.</source>
        <translation>Les points de contrôle {name} n’ont pas pu être lus.</translation>
    </message>
    <message>
        <source>Placed by</source>
        <translation>Placée par</translation>
    </message>
    <message>
        <source>the position that the file itself carries</source>
        <translation>la position que porte le fichier lui-même</translation>
    </message>
    <message>
        <source>{count} control points, model {model}</source>
        <translation>{count} points de contrôle, modèle {model}</translation>
    </message>
    <message>
        <source>Root mean square residual</source>
        <translation>Résidu quadratique moyen</translation>
    </message>
    <message>
        <source>The same at points left out</source>
        <translation>Le même aux points omis</translation>
    </message>
    <message>
        <source>the outline, automatically, in {crs}</source>
        <translation>le contour, automatiquement, en {crs}</translation>
    </message>
    <message>
        <source>Outline in view that lies on a line of the picture</source>
        <translation>Contour visible qui suit une ligne de l’image</translation>
    </message>
    <message>
        <source>Evidence, and that of the next best placement</source>
        <translation>Indices, et ceux du deuxième meilleur placement</translation>
    </message>
    <message>
        <source>Expected error of the placement</source>
        <translation>Erreur attendue du placement</translation>
    </message>
    <message>
        <source>Turn</source>
        <translation>Rotation</translation>
    </message>
    <message>
        <source>{count}, rms {rms:.5f} px</source>
        <translation>{count}, eqm {rms:.5f} px</translation>
    </message>
    <message>
        <source>Decoding {name} ended in an error that was not foreseen ({error}). The check was not made. Save the picture anew from an image program. Please report the error.</source>
        <translation>Une erreur imprévue a interrompu le décodage de {name} ({error}). La vérification n’a pas eu lieu. Enregistrez à nouveau l’image avec un logiciel d’image. Merci de signaler l’erreur.</translation>
    </message>
    <message>
        <source>Merged groups of dots</source>
        <translation>Groupes de points confondus</translation>
    </message>
    <message>
        <source>Systems that cannot be told from this one in the picture</source>
        <translation>Systèmes que l’image ne permet pas de distinguer de celui-ci</translation>
    </message>
    <message>
        <source>Made exact by vertices that page and outline share</source>
        <translation>Rendu exact par des sommets communs à la page et au contour</translation>
    </message>
    <message>
        <source>Recovered dots on the picture</source>
        <translation>Points retrouvés sur l’image</translation>
    </message>
    <message>
        <source>Perspective</source>
        <translation>Perspective</translation>
    </message>
    <message>
        <source>photographed from the side</source>
        <translation>photographiée de biais</translation>
    </message>
    <message>
        <source>Layer “{layer}” does not fit its coordinate reference system.</source>
        <translation>La couche « {layer} » ne correspond pas à son système de coordonnées.</translation>
    </message>
    <message>
        <source>Choose the AREA_ID field of the areas.</source>
        <translation>Choisissez le champ AREA_ID des zones.</translation>
    </message>
    <message>
        <source>Layer “{layer}” has nothing in or about the picture: no candidates can be counted.</source>
        <translation>La couche « {layer} » n’a rien dans l’image ni autour : aucun candidat ne peut être compté.</translation>
    </message>
    <message>
        <source>Choose the POPULATION field of the areas.</source>
        <translation>Choisissez le champ POPULATION des zones.</translation>
    </message>
    <message>
        <source>revised (Jung and El Emam 2014)</source>
        <translation>révisé (Jung et El Emam 2014)</translation>
    </message>
    <message>
        <source>the point that stands for the area</source>
        <translation>le point qui représente la zone</translation>
    </message>
    <message>
        <source>What other bounds would cost</source>
        <translation>Ce que coûteraient d’autres bornes</translation>
    </message>
    <message>
        <source>What was measured on these records</source>
        <translation>Ce qui a été mesuré sur ces enregistrements</translation>
    </message>
    <message>
        <source>These figures and charts describe this one run of the mask. They are true of these records alone and are no part of the guarantee: never release them, because they narrow down where each record came from.</source>
        <translation>Ces chiffres et graphiques décrivent cette seule exécution du masque. Ils ne valent que pour ces enregistrements et ne font pas partie de la garantie : ne les diffusez jamais, car ils réduisent les origines possibles de chaque enregistrement.</translation>
    </message>
    <message>
        <source>{count} ({share} of those in view)</source>
        <translation>{count} ({share} de ceux qui sont visibles)</translation>
    </message>
    <message>
        <source>Records without a place, or outside every area, cannot be masked: they are not on the map and not in the released layer. No record was left out for any other reason.</source>
        <translation>Les enregistrements sans lieu, ou hors de toute zone, ne peuvent être masqués : ils ne sont ni sur la carte ni dans la couche diffusée. Aucun enregistrement n’a été omis pour une autre raison.</translation>
    </message>
    <message>
        <source>Methods: “The places of {records} records were geomasked with GeoDeID {version}. Each record was moved from its area by one independent random draw from transition probabilities that minimise the expected distance by linear programming (after Wieland et al. 2008) under a bound of {risk} (model: {model}), audited after solving at {achieved}.{weaker} The expected displacement of an inhabitant from home to masked place is {move}; the place of a dot at its destination is {place}.”</source>
        <translation>Méthodes : « Les lieux de {records} enregistrements ont été géomasqués avec GeoDeID {version}. Chaque enregistrement a été déplacé depuis sa zone par un tirage aléatoire indépendant selon des probabilités de transition qui minimisent la distance attendue par programmation linéaire (d’après Wieland et al. 2008) sous une borne de {risk} (modèle : {model}), audité après résolution à {achieved}.{weaker} Le déplacement attendu d’un habitant, du domicile au lieu masqué, est de {move} ; le lieu d’un point à sa destination est {place}. »</translation>
    </message>
    <message>
        <source>Caption: “Positions are masked: each dot was placed at random. Anyone who says, from all of them, that a particular person is one of the patients has at most a {person} chance of being right.”</source>
        <translation>Légende : « Positions masquées : chaque point a été placé au hasard. Quiconque désigne, d’après l’ensemble des points, une personne comme l’un des patients a raison avec une probabilité d’au plus {person}. »</translation>
    </message>
    <message>
        <source>The map</source>
        <translation>La carte</translation>
    </message>
    <message>
        <source>What the mask guarantees</source>
        <translation>Ce que le masque garantit</translation>
    </message>
    <message>
        <source>Re-identification risk is the chance that somebody who knows the released points and the whole method, but not the random numbers, names the right person. A risk of {risk} is that of hiding among {people} people.</source>
        <translation>Le risque de réidentification est la probabilité que quelqu’un qui connaît les points diffusés et toute la méthode, mais non les nombres aléatoires, nomme la bonne personne. Un risque de {risk} est celui d’une personne cachée parmi {people}.</translation>
    </message>
    <message>
        <source>Wieland et al. 2008</source>
        <translation>Wieland et al. 2008</translation>
    </message>
    <message>
        <source>everybody’s, after Jung and El Emam 2014</source>
        <translation>de chacun, d’après Jung et El Emam 2014</translation>
    </message>
    <message>
        <source>All dots read together, the records being different people, make nobody surer than {risk} of anyone.</source>
        <translation>Lus ensemble, les enregistrements étant des personnes différentes, tous les points ne rendent personne plus sûr que {risk} au sujet de quiconque.</translation>
    </message>
    <message>
        <source>drawn uniformly inside the area, whatever the true place</source>
        <translation>tiré uniformément dans la zone, quel que soit le vrai lieu</translation>
    </message>
    <message>
        <source>one of the addresses inside the area, whatever the true place</source>
        <translation>une des adresses dans la zone, quel que soit le vrai lieu</translation>
    </message>
    <message>
        <source>The curve and this map place their dots in different ways (the curve: {curve}; this map: {map}), which explains part of the distance between them.</source>
        <translation>La courbe et cette carte placent leurs points de façons différentes (la courbe : {curve} ; cette carte : {map}), ce qui explique une partie de l’écart entre elles.</translation>
    </message>
    <message>
        <source>Whether this was measured in the areas of this map is not known: the METRICS do not say.</source>
        <translation>On ne sait pas si cela a été mesuré dans les zones de cette carte : les METRICS ne le disent pas.</translation>
    </message>
    <message>
        <source>Not measured: no METRICS of “Evaluate a mask” was given. How far and in which direction the records were moved, among how many people they hide and what the pattern lost is not known.</source>
        <translation>Non mesuré : aucun METRICS de « Évaluer un masque » n’a été donné. De combien et dans quelle direction les enregistrements ont été déplacés, parmi combien de personnes ils se cachent et ce que la configuration a perdu n’est pas connu.</translation>
    </message>
    <message>
        <source>Correlation of the densities of dots before and after (1: the same)</source>
        <translation>Corrélation des densités de points avant et après (1 : identiques)</translation>
    </message>
    <message>
        <source>The picture was attacked as a stranger would: placed on the map by the outline alone, its dots found, and each dot compared with the points.</source>
        <translation>L’image a été attaquée comme le ferait un inconnu : placée sur la carte par le seul contour, ses points trouvés, et chacun comparé aux points.</translation>
    </message>
    <message>
        <source>What the picture gives away</source>
        <translation>Ce que l’image révèle</translation>
    </message>
    <message>
        <source>none recovered</source>
        <translation>aucun retrouvé</translation>
    </message>
    <message>
        <source>What was left out</source>
        <translation>Ce qui a été omis</translation>
    </message>
    <message>
        <source>Knowledge of others: the guarantee does not cover people whom an observer knows to be in the data. The fewer patients a map shows, the more such knowledge says of the others: of a handful, publish a count for a larger region instead.</source>
        <translation>Ce que d’autres savent déjà : la garantie ne couvre pas les personnes dont un observateur sait qu’elles figurent dans les données. Moins une carte montre de patients, plus ce savoir en dit sur les autres : pour une poignée, publiez plutôt un effectif pour une région plus grande.</translation>
    </message>
    <message>
        <source>Repeated releases: no ledger was used. If the same patients are masked anew and somebody links their dots, the two maps together reveal far more than each alone. Release this same masked layer again, or use a ledger, which keeps known patients where they were shown.</source>
        <translation>Diffusions répétées : aucun registre n’a été utilisé. Si les mêmes patients sont masqués de nouveau et que quelqu’un relie leurs points, les deux cartes ensemble en révèlent bien plus que chacune. Diffusez de nouveau cette même couche masquée, ou utilisez un registre, qui laisse les patients connus là où ils ont été montrés.</translation>
    </message>
    <message>
        <source>Caption: “Positions are masked: each dot was placed at random under a bound of {risk}.”</source>
        <translation>Légende : « Positions masquées : chaque point a été placé au hasard sous une borne de {risk}. »</translation>
    </message>
    <message>
        <source>Masked points, to publish.</source>
        <translation>Points masqués, à publier.</translation>
    </message>
    <message>
        <source>The picture {name} could not be read.</source>
        <translation>L’image {name} n’a pu être lue.</translation>
    </message>
    <message>
        <source>The most that these dots say of any one person</source>
        <translation>Ce que ces points disent au plus d’une personne</translation>
    </message>
    <message>
        <source>Not measured: no METRICS of “Solve a masking strategy” with a curve was given for this map.</source>
        <translation>Non mesuré : aucun METRICS de « Résoudre une stratégie de masquage » avec une courbe n’a été donné pour cette carte.</translation>
    </message>
    <message>
        <source>Move: mean; median; 95 % move less than</source>
        <translation>Déplacement : moyen ; médian ; 95 % se déplacent de moins de</translation>
    </message>
    <message>
        <source>Records that did not move</source>
        <translation>Enregistrements immobiles</translation>
    </message>
    <message>
        <source>Shift of the mean centre</source>
        <translation>Décalage du centre moyen</translation>
    </message>
    <message>
        <source>Not measured: the picture was not attacked.</source>
        <translation>Non mesuré : l’image n’a pas été attaquée.</translation>
    </message>
    <message>
        <source>That masked points can be read off the picture is expected; the guarantee does not rest on hiding them.</source>
        <translation>Que les points masqués puissent être lus sur l’image est attendu ; la garantie ne repose pas sur leur secret.</translation>
    </message>
    <message>
        <source>Patients given</source>
        <translation>Patients fournis</translation>
    </message>
    <message>
        <source>Left out: without a place</source>
        <translation>Omis : sans lieu</translation>
    </message>
    <message>
        <source>Left out: outside every area</source>
        <translation>Omis : hors de toute zone</translation>
    </message>
    <message>
        <source>Patients released</source>
        <translation>Patients diffusés</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>Nombre</translation>
    </message>
    <message>
        <source>Where the picture is discussed, add: “The finished map was attacked by finding its dots and placing it on the outline (after Brownstein et al. 2006) before it was published.”</source>
        <translation>Là où il est question de l’image, ajoutez : « La carte finie a été attaquée en repérant ses points et en la plaçant sur le contour (d’après Brownstein et al. 2006) avant sa publication. »</translation>
    </message>
    <message>
        <source>True points. Internal: never publish this picture.</source>
        <translation>Vrais points. Interne : ne publiez jamais cette image.</translation>
    </message>
    <message>
        <source>Map of the masked points</source>
        <translation>Carte des points masqués</translation>
    </message>
    <message>
        <source>Model of the guarantee</source>
        <translation>Modèle de la garantie</translation>
    </message>
    <message>
        <source>Risk that was asked for, at most</source>
        <translation>Risque demandé, au plus</translation>
    </message>
    <message>
        <source>Risk achieved, audited after solving</source>
        <translation>Risque atteint, vérifié après résolution</translation>
    </message>
    <message>
        <source>Expected move of an inhabitant, from home to masked place</source>
        <translation>Déplacement attendu d’un habitant, du domicile au lieu masqué</translation>
    </message>
    <message>
        <source>Place of a dot at its destination</source>
        <translation>Lieu d’un point à sa destination</translation>
    </message>
    <message>
        <source>Whom the promise covers</source>
        <translation>Qui la promesse couvre</translation>
    </message>
    <message>
        <source>Overlap of the hot spots (100 %: the same)</source>
        <translation>Recouvrement des points chauds (100 % : identiques)</translation>
    </message>
    <message>
        <source>People among whom a record hides from somebody with only the map: fewest; median</source>
        <translation>Personnes parmi lesquelles un enregistrement se cache à qui n’a que la carte : minimum ; médiane</translation>
    </message>
    <message>
        <source>Records in another area than before</source>
        <translation>Enregistrements dans une autre zone qu’avant</translation>
    </message>
    <message>
        <source>Controls given</source>
        <translation>Témoins fournis</translation>
    </message>
    <message>
        <source>Controls released</source>
        <translation>Témoins diffusés</translation>
    </message>
    <message>
        <source>Fields released beside the position</source>
        <translation>Champs diffusés à côté de la position</translation>
    </message>
    <message>
        <source>Records of earlier releases that were counted</source>
        <translation>Enregistrements de diffusions antérieures qui ont été comptés</translation>
    </message>
    <message>
        <source>Map of the true points</source>
        <translation>Carte des vrais points</translation>
    </message>
    <message>
        <source>Masked points recovered from the picture</source>
        <translation>Points masqués retrouvés sur l’image</translation>
    </message>
    <message>
        <source>Mean error of a recovered point</source>
        <translation>Erreur moyenne d’un point retrouvé</translation>
    </message>
    <message>
        <source>True points that a dot happens to lie on</source>
        <translation>Vrais points sur lesquels un point tombe</translation>
    </message>
    <message>
        <source>Patients exposed</source>
        <translation>Patients exposés</translation>
    </message>
    <message>
        <source>Judgement of the attack</source>
        <translation>Jugement de l’attaque</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Aucun</translation>
    </message>
    <message>
        <source>Join reports for the signature</source>
        <translation>Réunir les rapports à signer</translation>
    </message>
    <message>
        <source>report</source>
        <translation>rapport</translation>
    </message>
    <message>
        <source>verdict</source>
        <translation>verdict</translation>
    </message>
    <message>
        <source>privacy officer</source>
        <translation>responsable de la vie privée</translation>
    </message>
    <message>
        <source>signature</source>
        <translation>signature</translation>
    </message>
    <message>
        <source>Puts a masked map before the person who must sign for it: the guarantee, what was measured and recovered, a verdict, and words to print. It rests on METRICS files of other runs.</source>
        <translation>Présente une carte masquée à la personne qui doit signer : la garantie, ce qui a été mesuré et retrouvé, un verdict et le texte à imprimer. Repose sur les fichiers METRICS d’autres exécutions.</translation>
    </message>
    <message>
        <source>The check of the picture used the limit {limit}, laxer than the mask's {bound}: whom the picture exposes by the mask's limit is not known.</source>
        <translation>La vérification de l’image a pris la limite de {limit}, plus lâche que celle du masque, {bound} : on ne sait pas qui l’image expose selon la limite du masque.</translation>
    </message>
    <message>
        <source>Run “Check a map picture” with the bound of the mask as LIMIT.</source>
        <translation>Exécutez « Vérifier une image de carte » avec la borne du masque comme LIMIT.</translation>
    </message>
    <message>
        <source>Picture of the masked map</source>
        <translation>Image de la carte masquée</translation>
    </message>
    <message>
        <source>The picture that is to be published, as PNG or JPEG.</source>
        <translation>L’image à publier, en PNG ou JPEG.</translation>
    </message>
    <message>
        <source>Picture of the true map</source>
        <translation>Image de la vraie carte</translation>
    </message>
    <message>
        <source>The same map with the true points, for the internal form only.</source>
        <translation>La même carte avec les vrais points, pour la forme interne seulement.</translation>
    </message>
    <message>
        <source>Heading of the report.</source>
        <translation>Titre du rapport.</translation>
    </message>
    <message>
        <source>Risk bound that was used</source>
        <translation>Borne du risque utilisée</translation>
    </message>
    <message>
        <source>Achieved risk</source>
        <translation>Risque atteint</translation>
    </message>
    <message>
        <source>The largest risk of any record, where a dot fell near a home: the check of the picture says whether chance explains it.</source>
        <translation>Le plus grand risque d’un enregistrement, là où un point est tombé près d’un domicile : la vérification de l’image dit si le hasard l’explique.</translation>
    </message>
    <message>
        <source>{exposed} records lie near a dot of the picture, no more than chance puts there ({most} at most in 996 of 1000 runs). “Evaluate a mask” found that the dots were drawn from the audited table.</source>
        <translation>{exposed} enregistrements se trouvent près d’un point de l’image, pas plus que n’en met le hasard ({most} au plus dans 996 exécutions sur 1000). « Évaluer un masque » a trouvé que les points ont été tirés de la table vérifiée.</translation>
    </message>
    <message>
        <source>{exposed} records are found among too few candidates. Chance put the dots of {near} of them that near, which the bound allows for. Look at them, but do not mask again until none is left: choosing the map that looks best weakens the guarantee.</source>
        <translation>{exposed} enregistrements sont trouvés parmi trop peu de candidats. Le hasard a mis les points de {near} d’entre eux aussi près, ce que la borne prévoit. Regardez-les, mais ne masquez pas de nouveau jusqu’à ce qu’il n’en reste aucun : choisir la carte la plus flatteuse affaiblit la garantie.</translation>
    </message>
    <message>
        <source>Draw the masked layer, coarser or as counts by area, and attack the picture again.</source>
        <translation>Dessinez la couche masquée, plus grossièrement ou en effectifs par zone, et attaquez de nouveau l’image.</translation>
    </message>
    <message>
        <source>The attack on the picture exposes nobody.</source>
        <translation>L’attaque de l’image n’expose personne.</translation>
    </message>
    <message>
        <source>The picture was compared with other dots than those of this run, or with part of them only. The guarantee covers all the dots of this run together, and no others.</source>
        <translation>L’image a été comparée à d’autres points que ceux de cette exécution, ou à une partie d’entre eux. La garantie porte sur tous les points de cette exécution, et sur eux seuls.</translation>
    </message>
    <message>
        <source>Draw the masked layer of this very run, whole, and attack its picture.</source>
        <translation>Dessinez la couche masquée de cette exécution même, en entier, et attaquez son image.</translation>
    </message>
    <message>
        <source>“Check fields: uniqueness”: {why}</source>
        <translation>« Vérifier des champs : unicité » : {why}</translation>
    </message>
    <message>
        <source>from home to dot, on average</source>
        <translation>du domicile au point, en moyenne</translation>
    </message>
    <message>
        <source>The METRICS given as CURVE hold no curve. Run “Solve a masking strategy” with several bounds (RISKS).</source>
        <translation>Les METRICS donnés comme CURVE ne contiennent pas de courbe. Lancez « Résoudre une stratégie de masquage » avec plusieurs bornes (RISKS).</translation>
    </message>
    <message>
        <source>The attack given as ATTACK_TRUE looked for other points than the patients who were masked. Run “Check a map picture” with the very layer of patients as “True points”, whole and unchanged.</source>
        <translation>L’attaque donnée comme ATTACK_TRUE cherchait d’autres points que les patients masqués. Exécutez « Vérifier une image de carte » avec la couche même des patients comme « Vrais points », entière et inchangée.</translation>
    </message>
    <message>
        <source>Metrics of the masking</source>
        <translation>Mesures du masquage</translation>
    </message>
    <message>
        <source>METRICS file of the run of “Mask points: least move”.</source>
        <translation>Fichier METRICS de l’exécution de « Masquer des points : moindre déplacement ».</translation>
    </message>
    <message>
        <source>Metrics of the attack against the masked points</source>
        <translation>Mesures de l’attaque contre les points masqués</translation>
    </message>
    <message>
        <source>METRICS of “Check a map picture” with the masked points as “True points”.</source>
        <translation>METRICS de « Vérifier une image de carte » avec les points masqués comme « Vrais points ».</translation>
    </message>
    <message>
        <source>Metrics of the attack against the true points</source>
        <translation>Mesures de l’attaque contre les vrais points</translation>
    </message>
    <message>
        <source>METRICS of “Check a map picture” with the patients as “True points”.</source>
        <translation>METRICS de « Vérifier une image de carte » avec les patients comme « Vrais points ».</translation>
    </message>
    <message>
        <source>Metrics of the evaluation</source>
        <translation>Mesures de l’évaluation</translation>
    </message>
    <message>
        <source>METRICS of “Evaluate a mask” for the same mask.</source>
        <translation>METRICS de « Évaluer un masque » pour le même masque.</translation>
    </message>
    <message>
        <source>Metrics of the risk and distance curve</source>
        <translation>Mesures de la courbe du risque et de la distance</translation>
    </message>
    <message>
        <source>METRICS file of “Solve a masking strategy” with RISKS: what other bounds would have cost.</source>
        <translation>Fichier METRICS de « Résoudre une stratégie de masquage » avec RISKS : ce qu’auraient coûté d’autres bornes.</translation>
    </message>
    <message>
        <source>Metrics of the uniqueness of the released fields</source>
        <translation>Métriques de l’unicité des champs diffusés</translation>
    </message>
    <message>
        <source>METRICS file of “Check fields: uniqueness” for the fields that are released.</source>
        <translation>Fichier METRICS de « Vérifier des champs : unicité » pour les champs qui sont diffusés.</translation>
    </message>
    <message>
        <source>What the mask guarantees, what was measured, what remains.</source>
        <translation>Ce que le masquage garantit, ce qui a été mesuré, ce qui reste.</translation>
    </message>
    <message>
        <source>The picture was not attacked against the true points.</source>
        <translation>L’image n’a pas été attaquée contre les vrais points.</translation>
    </message>
    <message>
        <source>Run “Check a map picture” on the picture with the patients as “True points”.</source>
        <translation>Exécutez « Vérifier une image de carte » sur l’image avec les patients comme « Vrais points ».</translation>
    </message>
    <message>
        <source>The METRICS of the attack do not say which picture was attacked.</source>
        <translation>Les METRICS de l’attaque ne disent pas quelle image a été attaquée.</translation>
    </message>
    <message>
        <source>The METRICS do not say whether the attack looked for the patients who were masked.</source>
        <translation>Les METRICS ne disent pas si l’attaque cherchait les patients qui ont été masqués.</translation>
    </message>
    <message>
        <source>Run the masking and “Check a map picture” again with this version.</source>
        <translation>Exécutez de nouveau le masquage et « Vérifier une image de carte » avec cette version.</translation>
    </message>
    <message>
        <source>The picture gives patients away: {why}</source>
        <translation>L’image révèle des patients : {why}</translation>
    </message>
    <message>
        <source>The picture asks to look closer: {why}</source>
        <translation>L’image demande un examen plus attentif : {why}</translation>
    </message>
    <message>
        <source>The picture could not be judged: {why}</source>
        <translation>L’image n’a pas pu être jugée : {why}</translation>
    </message>
    <message>
        <source>“Evaluate a mask” was run without the METRICS of the masking, so it judged the mask as one whose method promises nothing: {why}</source>
        <translation>« Évaluer un masque » a été exécuté sans les METRICS du masquage, il a donc jugé le masque comme celui d’une méthode qui ne promet rien : {why}</translation>
    </message>
    <message>
        <source>expected distance from home to dot</source>
        <translation>distance attendue du domicile au point</translation>
    </message>
    <message>
        <source>patients given away by the picture</source>
        <translation>patients que l’image révèle</translation>
    </message>
    <message>
        <source>The evaluation is of another mask: it measured a mean move of {found} m, this mask has {expected} m. Evaluate the links of this very run.</source>
        <translation>L’évaluation est celle d’un autre masque : elle a mesuré un déplacement moyen de {found} m, ce masque en a {expected} m. Évaluez les liens de cette exécution même.</translation>
    </message>
    <message>
        <source>The curve is for {found} records under the model “{found_model}”, this mask hides {expected} under “{model}”. Draw the curve for the same.</source>
        <translation>La courbe vaut pour {found} enregistrements selon le modèle « {found_model} », ce masque en cache {expected} selon « {model} ». Tracez la courbe pour les mêmes.</translation>
    </message>
    <message>
        <source>The METRICS given as CURVE are of other areas or other populations than this mask. Run that step with the very areas of the mask.</source>
        <translation>Les METRICS données comme CURVE sont d’autres zones ou d’autres populations que celles de ce masquage. Lancez cette étape avec les zones mêmes du masquage.</translation>
    </message>
    <message>
        <source>The attack was made on another picture than {picture}, or on an earlier state of it. Attack the very file that is to be published.</source>
        <translation>L’attaque a porté sur une autre image que {picture}, ou sur un état antérieur de celle-ci. Attaquez le fichier même qui doit être publié.</translation>
    </message>
    <message>
        <source>How this map was masked, what that guarantees, and what it costs.</source>
        <translation>Comment cette carte a été masquée, ce que cela garantit et ce que cela coûte.</translation>
    </message>
    <message>
        <source>May this map be published?</source>
        <translation>Peut-on publier cette carte ?</translation>
    </message>
    <message>
        <source>“Evaluate a mask” found nothing beyond the limit.</source>
        <translation>« Évaluer un masque » n’a rien trouvé au-delà de la limite.</translation>
    </message>
    <message>
        <source>patients whom a dot singles out by chance; nobody can tell which</source>
        <translation>patients qu’un point désigne par hasard ; nul ne peut dire lesquels</translation>
    </message>
    <message>
        <source>patients exposed by the picture</source>
        <translation>patients exposés par l’image</translation>
    </message>
    <message>
        <source>Give it the METRICS of the masking as MASK, and run it again.</source>
        <translation>Donnez-lui les METRICS du masquage comme MASK, et exécutez-le de nouveau.</translation>
    </message>
    <message>
        <source>“Evaluate a mask”: {why}</source>
        <translation>« Évaluer un masque » : {why}</translation>
    </message>
    <message>
        <source>Quasi-identifier models</source>
        <translation>Modèles de quasi-identifiants</translation>
    </message>
    <message>
        <source>One model a row, in place of all sets of fields or beside them: age+sex+region, or with a name: “Basic: age+sex”.</source>
        <translation>Un modèle par ligne, à la place de tous les ensembles de champs ou à côté d’eux : âge+sexe+région, ou avec un nom : « Base : âge+sexe ».</translation>
    </message>
    <message>
        <source>Fields joined by +</source>
        <translation>Champs joints par +</translation>
    </message>
    <message>
        <source>Derived values</source>
        <translation>Valeurs dérivées</translation>
    </message>
    <message>
        <source>Values made of fields, for models. Rules: age (at a date, 2012-06-30); groups (lower edges, 0 18 65); prefix (characters kept).</source>
        <translation>Valeurs tirées de champs, pour les modèles. Règles : age (à une date, 2012-06-30) ; groups (bornes inférieures, 0 18 65) ; prefix (caractères gardés).</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nom</translation>
    </message>
    <message>
        <source>From field</source>
        <translation>Du champ</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>Règle</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Valeur</translation>
    </message>
    <message>
        <source>Check fields: uniqueness</source>
        <translation>Vérifier des champs : unicité</translation>
    </message>
    <message>
        <source>uniqueness</source>
        <translation>unicité</translation>
    </message>
    <message>
        <source>quasi-identifier</source>
        <translation>quasi-identifiant</translation>
    </message>
    <message>
        <source>sample unique</source>
        <translation>unique dans l’échantillon</translation>
    </message>
    <message>
        <source>age</source>
        <translation>âge</translation>
    </message>
    <message>
        <source>sex</source>
        <translation>sexe</translation>
    </message>
    <message>
        <source>cohort</source>
        <translation>cohorte</translation>
    </message>
    <message>
        <source>fields</source>
        <translation>champs</translation>
    </message>
    <message>
        <source>Measures which share of the records a few known facts (age, sex, region …) single out, in the file and in smaller cohorts, from which size on a threshold is met, and which records are at risk.</source>
        <translation>Mesure quelle part des enregistrements quelques faits connus (âge, sexe, région …) isolent, pour le fichier et de plus petites cohortes : à partir de quelle taille un seuil est respecté, et quels enregistrements sont à risque.</translation>
    </message>
    <message>
        <source>{fields} has another value in every record, so every record is unique by construction under {models}. A key is no quasi-identifier: leave it out.</source>
        <translation>{fields} a une autre valeur dans chaque enregistrement, donc chacun est unique par construction sous {models}. Une clé n’est pas un quasi-identifiant : omettez-la.</translation>
    </message>
    <message>
        <source>There are missing values, which count as a value of their own: {fields}.</source>
        <translation>Des valeurs manquent et comptent comme une valeur à part : {fields}.</translation>
    </message>
    <message>
        <source>Simulation and closed form differ by more than the interval for {cases}. Now and then that happens by chance: run it again before you use these rates.</source>
        <translation>Simulation et forme exacte diffèrent de plus que l’intervalle pour {cases}. Cela arrive de temps en temps par hasard : recommencez avant d’utiliser ces taux.</translation>
    </message>
    <message>
        <source>The population table holds fewer people than the file in some classes: {models}. The file's own numbers are used there; check that both use the same values.</source>
        <translation>La table de population compte moins de personnes que le fichier dans certaines classes : {models}. Les nombres du fichier y sont utilisés ; vérifiez que les deux ont les mêmes valeurs.</translation>
    </message>
    <message>
        <source>Derived values take four cells a row: name, field, rule, value. A row is not complete.</source>
        <translation>Une valeur dérivée prend quatre cellules par ligne : nom, champ, règle, valeur. Une ligne n’est pas complète.</translation>
    </message>
    <message>
        <source>The derived value “{name}” needs {wanted}, not “{value}”.</source>
        <translation>La valeur dérivée « {name} » exige {wanted}, et non « {value} ».</translation>
    </message>
    <message>
        <source>Table, point or polygon layer with one record per person, or with RECORD_ID.</source>
        <translation>Table, couche de points ou de polygones avec un enregistrement par personne, ou avec RECORD_ID.</translation>
    </message>
    <message>
        <source>Field that identifies a patient, where one may have several rows: people are counted then.</source>
        <translation>Champ identifiant un patient, s’il peut avoir plusieurs lignes : ce sont alors des personnes qui sont comptées.</translation>
    </message>
    <message>
        <source>Fields that somebody may know</source>
        <translation>Champs que quelqu’un peut connaître</translation>
    </message>
    <message>
        <source>Every set of up to three of them is tried, and the report says which field drives the risk.</source>
        <translation>Chaque ensemble d’au plus trois d’entre eux est essayé, et le rapport dit quel champ porte le risque.</translation>
    </message>
    <message>
        <source>Fields that nobody may learn of somebody in the file, such as a diagnosis: l-diversity and t-closeness are reported.</source>
        <translation>Champs que nul ne doit apprendre d’une personne du fichier, p. ex. un diagnostic : l-diversité et t-proximité sont données.</translation>
    </message>
    <message>
        <source>Cohort sizes</source>
        <translation>Tailles de cohorte</translation>
    </message>
    <message>
        <source>Numbers of records, separated by commas: 1000, 5000. Empty: 1, 2 and 5 times powers of ten. The whole file is always measured.</source>
        <translation>Nombres d’enregistrements, séparés par des virgules : 1000, 5000. Vide : 1, 2 et 5 fois des puissances de dix. Le fichier entier est toujours mesuré.</translation>
    </message>
    <message>
        <source>Largest class at risk (K)</source>
        <translation>Plus grande classe exposée (K)</translation>
    </message>
    <message>
        <source>Records in classes of at most K people count: 1 for unique records. Several, separated by commas.</source>
        <translation>Comptent les enregistrements des classes d’au plus K personnes : 1 pour les uniques. Plusieurs, séparés par des virgules.</translation>
    </message>
    <message>
        <source>Share of records at risk that is accepted.</source>
        <translation>Part d’enregistrements à risque qui est acceptée.</translation>
    </message>
    <message>
        <source>A share between 0 and 1 that is used instead of the preset.</source>
        <translation>Une part entre 0 et 1 utilisée à la place du préréglage.</translation>
    </message>
    <message>
        <source>Population table</source>
        <translation>Table de population</translation>
    </message>
    <message>
        <source>Table of the people behind the records, with the same field names; needed for journalist risk.</source>
        <translation>Table des personnes derrière les enregistrements, avec les mêmes noms de champs ; nécessaire au risque du journaliste.</translation>
    </message>
    <message>
        <source>People in a row</source>
        <translation>Personnes par ligne</translation>
    </message>
    <message>
        <source>Field with the number of people that a row of the population table stands for. Empty: 1.</source>
        <translation>Champ du nombre de personnes que représente une ligne de la table de population. Vide : 1.</translation>
    </message>
    <message>
        <source>People of the population</source>
        <translation>Personnes de la population</translation>
    </message>
    <message>
        <source>People from whom the records are a random sample. Without a table of them, RISKS estimates by Pitman's model how many are unique.</source>
        <translation>Personnes dont les enregistrements sont un échantillon aléatoire. Sans table de celles-ci, RISKS estime par le modèle de Pitman combien sont uniques.</translation>
    </message>
    <message>
        <source>Rates</source>
        <translation>Taux</translation>
    </message>
    <message>
        <source>Model, fields, k, size, rate with its interval (simulated), expected with its interval (closed form), agrees, whole_file, meets. Nothing about a person.</source>
        <translation>Model, fields, k, size, rate avec son intervalle (simulé), expected avec son intervalle (formule), agrees, whole_file, meets. Rien sur une personne.</translation>
    </message>
    <message>
        <source>Fits and safe sizes</source>
        <translation>Ajustements et tailles sûres</translation>
    </message>
    <message>
        <source>The power law of each model with its tests (Clauset et al.), and the smallest size that meets the threshold.</source>
        <translation>La loi de puissance de chaque modèle avec ses tests (Clauset et al.), et la plus petite taille qui respecte le seuil.</translation>
    </message>
    <message>
        <source>Prosecutor, journalist and marketer risk of each model; with POPULATION_SIZE also how many are unique in the population.</source>
        <translation>Risques du procureur, du journaliste et du démarcheur de chaque modèle ; avec POPULATION_SIZE aussi combien sont uniques dans la population.</translation>
    </message>
    <message>
        <source>Records at risk</source>
        <translation>Enregistrements exposés</translation>
    </message>
    <message>
        <source>Internal: the records in classes of at most the largest K under one model, to select, suppress or generalise them.</source>
        <translation>Interne : les enregistrements des classes d’au plus le plus grand K selon un modèle, à sélectionner, supprimer ou généraliser.</translation>
    </message>
    <message>
        <source>Records for sdcMicro and ARX</source>
        <translation>Enregistrements pour sdcMicro et ARX</translation>
    </message>
    <message>
        <source>Internal: every record with the values of all models as text, a column each, for sdcMicro and ARX.</source>
        <translation>Interne : chaque enregistrement avec les valeurs de tous les modèles en texte, une colonne chacun, pour sdcMicro et ARX.</translation>
    </message>
    <message>
        <source>Largest share of unique records in the file</source>
        <translation>Plus grande part d’enregistrements uniques dans le fichier</translation>
    </message>
    <message>
        <source>Largest share at risk in the file, for the smallest K</source>
        <translation>Plus grande part exposée dans le fichier, pour le plus petit K</translation>
    </message>
    <message>
        <source>Smallest cohort at which every model meets the threshold</source>
        <translation>Plus petite cohorte où chaque modèle respecte le seuil</translation>
    </message>
    <message>
        <source>Prosecutor risk</source>
        <translation>Risque du procureur</translation>
    </message>
    <message>
        <source>Journalist risk</source>
        <translation>Risque du journaliste</translation>
    </message>
    <message>
        <source>Marketer risk</source>
        <translation>Risque du démarcheur</translation>
    </message>
    <message>
        <source>Share of the unique records that are unique in the population, upper end</source>
        <translation>Part des enregistrements uniques qui le sont dans la population, borne supérieure</translation>
    </message>
    <message>
        <source>The derived value “{name}” has the rule “{rule}”. Use one of {rules}.</source>
        <translation>La valeur dérivée « {name} » a la règle « {rule} ». Utilisez une de {rules}.</translation>
    </message>
    <message>
        <source>The field “{field}” holds {value}, which is not a date. Use a date field, or text such as 1970-12-31.</source>
        <translation>Le champ « {field} » contient {value}, qui n’est pas une date. Utilisez un champ de date, ou un texte comme 1970-12-31.</translation>
    </message>
    <message>
        <source>number of people</source>
        <translation>nombre de personnes</translation>
    </message>
    <message>
        <source>Nothing can be said of the population from {models}: fewer than ten records or classes, or all records different.</source>
        <translation>Rien ne peut être dit de la population d’après {models} : moins de dix enregistrements ou classes, ou tous les enregistrements différents.</translation>
    </message>
    <message>
        <source>There are two values called “{name}”. Choose another name.</source>
        <translation>Deux valeurs s’appellent « {name} ». Choisissez un autre nom.</translation>
    </message>
    <message>
        <source>The derived value “{name}” comes from “{field}”, which does not exist.</source>
        <translation>La valeur dérivée « {name} » vient de « {field} », qui n’existe pas.</translation>
    </message>
    <message>
        <source>a date such as 2012-06-30</source>
        <translation>une date comme 2012-06-30</translation>
    </message>
    <message>
        <source>{count} dates in “{field}” are later than {date}; their age counts as missing.</source>
        <translation>{count} dates dans « {field} » sont postérieures au {date} ; leur âge compte comme manquant.</translation>
    </message>
    <message>
        <source>The field “{field}” holds text that is not a number, so it cannot be grouped.</source>
        <translation>Le champ « {field} » contient un texte qui n’est pas un nombre et ne peut être groupé.</translation>
    </message>
    <message>
        <source>set by the user</source>
        <translation>fixé par l’utilisateur</translation>
    </message>
    <message>
        <source>a whole number of characters</source>
        <translation>un nombre entier de caractères</translation>
    </message>
    <message>
        <source>{count} models were tried; what other fields would expose was not.</source>
        <translation>{count} modèles ont été essayés ; ce qu’exposeraient d’autres champs ne l’a pas été.</translation>
    </message>
    <message>
        <source>Share of records in classes of at most {k}, by model and cohort size</source>
        <translation>Part des enregistrements dans des classes d’au plus {k}, par modèle et taille de cohorte</translation>
    </message>
    <message>
        <source>✓ blue: at most {limit} of the records. ✕ orange: more. Threshold: {source}.</source>
        <translation>✓ bleu : au plus {limit} des enregistrements. ✕ orange : plus. Seuil : {source}.</translation>
    </message>
    <message>
        <source>How many of {count} records a few known facts single out.</source>
        <translation>Combien d’enregistrements, sur {count}, quelques faits connus suffisent à isoler.</translation>
    </message>
    <message>
        <source>Under every model that was tried, no more of the records are unique than the limit allows.</source>
        <translation>Sous chaque modèle essayé, pas plus d’enregistrements ne sont uniques que la limite ne le permet.</translation>
    </message>
    <message>
        <source>Under every model that was tried, no more of the records are in classes of {k} or fewer than the limit allows.</source>
        <translation>Sous chaque modèle essayé, pas plus d’enregistrements ne sont dans des classes de {k} ou moins que la limite ne le permet.</translation>
    </message>
    <message>
        <source>{count} records are unique by {fields}: anyone who knows these facts about a person in the file finds that person's record.</source>
        <translation>{count} enregistrements sont uniques par {fields} : qui connaît ces faits sur une personne du fichier trouve l’enregistrement de cette personne.</translation>
    </message>
    <message>
        <source>For {rate} of the people in the file, {fields} together lead to a record that nobody shares.</source>
        <translation>Pour {rate} des personnes du fichier, {fields} mènent ensemble à un enregistrement que personne ne partage.</translation>
    </message>
    <message>
        <source>For {rate} of the people in the file, {fields} together lead to a record that at most {others} others share.</source>
        <translation>Pour {rate} des personnes du fichier, {fields} mènent ensemble à un enregistrement que {others} autres au plus partagent.</translation>
    </message>
    <message>
        <source>A smaller extract is not safer but more dangerous if it is known who is in it: the fewer people a cohort holds, the fewer look alike. The curves show how many records are singled out at each size.</source>
        <translation>Un extrait plus petit n’est pas plus sûr mais plus dangereux si l’on sait qui y figure : moins une cohorte compte de personnes, moins elles se ressemblent. Les courbes montrent combien d’enregistrements sont isolés à chaque taille.</translation>
    </message>
    <message>
        <source>To publish, use a model and a size shown in blue in the table. Otherwise coarsen the values (age in groups, larger areas, fewer characters of a code), leave out the field that adds most risk, or suppress the records at risk; then measure again.</source>
        <translation>Pour publier, utilisez un modèle et une taille montrés en bleu dans le tableau. Sinon, rendez les valeurs plus grossières (âge par groupes, zones plus grandes, moins de caractères d’un code), omettez le champ qui mène le risque, ou supprimez les enregistrements à risque, et mesurez de nouveau.</translation>
    </message>
    <message>
        <source>threshold</source>
        <translation>seuil</translation>
    </message>
    <message>
        <source>Cohort size (records)</source>
        <translation>Taille de la cohorte (enregistrements)</translation>
    </message>
    <message>
        <source>Records at risk (%), K = {k}</source>
        <translation>Enregistrements exposés (%), K = {k}</translation>
    </message>
    <message>
        <source>Rate against cohort size</source>
        <translation>Taux selon la taille de la cohorte</translation>
    </message>
    <message>
        <source>Which model at which size is safe</source>
        <translation>Quel modèle est sûr à quelle taille</translation>
    </message>
    <message>
        <source>Smallest cohort that meets the threshold</source>
        <translation>Plus petite cohorte qui respecte le seuil</translation>
    </message>
    <message>
        <source>none up to {limit}</source>
        <translation>aucune jusqu’à {limit}</translation>
    </message>
    <message>
        <source>no finite size</source>
        <translation>aucune taille finie</translation>
    </message>
    <message>
        <source>{size}, beyond the file</source>
        <translation>{size}, au-delà du fichier</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modèle</translation>
    </message>
    <message>
        <source>Smallest</source>
        <translation>Plus petite</translation>
    </message>
    <message>
        <source>Prosecutor</source>
        <translation>Procureur</translation>
    </message>
    <message>
        <source>Records in too small classes</source>
        <translation>Enregistrements dans des classes trop petites</translation>
    </message>
    <message>
        <source>Journalist</source>
        <translation>Journaliste</translation>
    </message>
    <message>
        <source>Marketer</source>
        <translation>Démarcheur</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>Omis</translation>
    </message>
    <message>
        <source>The file as it stands</source>
        <translation>Le fichier tel quel</translation>
    </message>
    <message>
        <source>Prosecutor: the adversary knows that a person is in the file; the figure is 1 / the smallest class. Journalist: the adversary looks the person up in the population; 1 / the smallest class there. Marketer: the share of records that somebody who links the whole file gets right on average.</source>
        <translation>Procureur : l’adversaire sait qu’une personne est dans le fichier ; le chiffre est 1 / la plus petite classe. Journaliste : il cherche la personne dans la population ; 1 / la plus petite classe là. Démarcheur : la part des enregistrements que celui qui relie tout le fichier réussit en moyenne.</translation>
    </message>
    <message>
        <source>Unique people of the population</source>
        <translation>Personnes uniques de la population</translation>
    </message>
    <message>
        <source>Of the unique records, unique in it</source>
        <translation>Des enregistrements uniques, uniques en elle</translation>
    </message>
    <message>
        <source>The population behind the file</source>
        <translation>La population derrière le fichier</translation>
    </message>
    <message>
        <source>Estimated from the file alone by Pitman's model, as if its records were a random sample. Real populations follow the model roughly: take the figures as orders of magnitude. The verdict does not rest on them.</source>
        <translation>Estimée du fichier seul par le modèle de Pitman, comme si ses enregistrements étaient un échantillon aléatoire. Les vraies populations suivent le modèle à peu près : prenez ces chiffres pour des ordres de grandeur. Le verdict ne repose pas sur eux.</translation>
    </message>
    <message>
        <source>Which field drives the risk</source>
        <translation>Quel champ porte le risque</translation>
    </message>
    <message>
        <source>Mean rise of the share of records in classes of at most {k} when the field joins a set:</source>
        <translation>Hausse moyenne de la part des enregistrements dans des classes d’au plus {k} quand le champ rejoint un ensemble :</translation>
    </message>
    <message>
        <source>A record is at risk at K when at most K records of its cohort share its values under the model (MacRae, Dobbie and Ranchhod 2012). The expected share was computed exactly from the class sizes of the file (hypergeometric).</source>
        <translation>Un enregistrement est exposé à K quand au plus K enregistrements de sa cohorte partagent ses valeurs selon le modèle (MacRae, Dobbie et Ranchhod 2012). La part attendue a été calculée exactement à partir des tailles des classes du fichier (hypergéométrique).</translation>
    </message>
    <message>
        <source>Beside it, {samples} cohorts of each size were drawn without replacement; intervals are mean ± 1.96 standard deviations between cohorts.</source>
        <translation>À côté, {samples} cohortes de chaque taille ont été tirées sans remise ; les intervalles sont la moyenne ± 1,96 écart type entre cohortes.</translation>
    </message>
    <message>
        <source>The power law rate = a·size^b was fitted by non-linear least squares, rates of zero left out.</source>
        <translation>La loi de puissance taux = a·taille^b a été ajustée par moindres carrés non linéaires, sans les taux nuls.</translation>
    </message>
    <message>
        <source>The figures hold for adversaries who know exactly these fields, without error, and for cohorts drawn at random from this file. A cohort picked by place or diagnosis can hold other classes.</source>
        <translation>Les chiffres valent pour des adversaires qui connaissent exactement ces champs, sans erreur, et pour des cohortes tirées au hasard de ce fichier. Une cohorte choisie par lieu ou diagnostic peut avoir d’autres classes.</translation>
    </message>
    <message>
        <source>Share of records in classes of like records</source>
        <translation>Part des enregistrements dans des classes d’enregistrements semblables</translation>
    </message>
    <message>
        <source>The models with the largest rates are drawn.</source>
        <translation>Les modèles aux plus grands taux sont dessinés.</translation>
    </message>
    <message>
        <source>The same on two logarithmic scales. Dashed: the fitted power law; rates of zero are left out. Where dots leave the line, trust the closed form, not the line.</source>
        <translation>La même chose sur deux échelles logarithmiques. Tirets : la loi de puissance ajustée ; les taux nuls sont omis. Où les points quittent la ligne, fiez-vous à la forme exacte, non à la ligne.</translation>
    </message>
    <message>
        <source>In brackets: 95 % interval. The closed form is exact for cohorts drawn from this file.</source>
        <translation>Entre crochets : intervalle à 95 %. La forme exacte l’est pour des cohortes tirées de ce fichier.</translation>
    </message>
    <message>
        <source>In brackets: 95 % interval, if the population follows the model.</source>
        <translation>Entre crochets : intervalle à 95 %, si la population suit le modèle.</translation>
    </message>
    <message>
        <source>{fields} of a person in the file</source>
        <translation>{fields} d’une personne du fichier</translation>
    </message>
    <message>
        <source>the people of the file</source>
        <translation>les personnes du fichier</translation>
    </message>
    <message>
        <source>Coarsen these fields, or leave those records out.</source>
        <translation>Rendez ces champs plus grossiers, ou omettez ces enregistrements.</translation>
    </message>
    <message>
        <source>No record is unique under any model that was tried.</source>
        <translation>Aucun enregistrement n’est unique selon les modèles essayés.</translation>
    </message>
    <message>
        <source>Lines: closed form. Dots and bands: simulated mean and 95 % interval.</source>
        <translation>Lignes : forme exacte. Points et bandes : moyenne simulée et intervalle à 95 %.</translation>
    </message>
    <message>
        <source>By the closed form</source>
        <translation>Par la forme exacte</translation>
    </message>
    <message>
        <source>By the power law</source>
        <translation>Par la loi de puissance</translation>
    </message>
    <message>
        <source>Pseudo-R²</source>
        <translation>Pseudo-R²</translation>
    </message>
    <message>
        <source>Zeros left out</source>
        <translation>Zéros omis</translation>
    </message>
    <message>
        <source>no population</source>
        <translation>pas de population</translation>
    </message>
    <message>
        <source>Something went wrong that was not foreseen ({kind}). Nothing was kept. Please report it with the details in the log, without confidential data.</source>
        <translation>Une erreur imprévue s’est produite ({kind}). Rien n’a été conservé. Merci de la signaler avec les détails du journal, sans données confidentielles.</translation>
    </message>
    <message>
        <source>Error code: {code}</source>
        <translation>Code d’erreur : {code}</translation>
    </message>
    <message>
        <source>A place lies where a coordinate reference system has none. Nothing was kept. Check that every layer has the coordinate reference system of its coordinates, and that it fits the region.</source>
        <translation>Un lieu se trouve là où un système de coordonnées n’en a pas. Rien n’a été conservé. Vérifiez que chaque couche a le système de coordonnées de ses coordonnées, et qu’il convient à la région.</translation>
    </message>
    <message>
        <source>The memory of this computer did not suffice. Nothing was kept. Simplify the polygons, or run on fewer features.</source>
        <translation>La mémoire de cet ordinateur n’a pas suffi. Rien n’a été conservé. Simplifiez les polygones, ou travaillez sur moins d’entités.</translation>
    </message>
    <message>
        <source>Representative points</source>
        <translation>Points représentatifs</translation>
    </message>
    <message>
        <source>Points with the field of AREA_ID, in place of centroids.</source>
        <translation>Points avec le champ de AREA_ID, à la place des centroïdes.</translation>
    </message>
    <message>
        <source>Residents of the addresses</source>
        <translation>Habitants des adresses</translation>
    </message>
    <message>
        <source>Field with the people, or the dwellings, of each address or building. Empty: each counts one.</source>
        <translation>Champ donnant le nombre d’habitants, ou de logements, de chaque adresse ou bâtiment. Vide : chacun compte pour un.</translation>
    </message>
    <message>
        <source>Patients outside every area</source>
        <translation>Patients hors de toute zone</translation>
    </message>
    <message>
        <source>refuse: stop and name them. leave_out: hold them back, counted.</source>
        <translation>refuse : s’arrêter et les nommer. leave_out : les écarter, en les comptant.</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>Rapport</translation>
    </message>
    <message>
        <source>As HTML. Internal: do not release.</source>
        <translation>En HTML. Interne : ne pas diffuser.</translation>
    </message>
    <message>
        <source>HTML files (*.html)</source>
        <translation>Fichiers HTML (*.html)</translation>
    </message>
    <message>
        <source>Report for release</source>
        <translation>Rapport pour la diffusion</translation>
    </message>
    <message>
        <source>Without internal facts, to hand over with the release.</source>
        <translation>Sans faits internes, à remettre avec la diffusion.</translation>
    </message>
    <message>
        <source>Metrics</source>
        <translation>Mesures</translation>
    </message>
    <message>
        <source>Figures and parameters as JSON. Internal.</source>
        <translation>Chiffres et paramètres en JSON. Interne.</translation>
    </message>
    <message>
        <source>Field with a distinct code per area, best as text.</source>
        <translation>Champ avec un code distinct par zone, de préférence en texte.</translation>
    </message>
    <message>
        <source>Field with the people of each area, never NULL.</source>
        <translation>Champ des habitants de chaque zone, jamais NULL.</translation>
    </message>
    <message>
        <source>Points, one per record; or a table (CSV, text, XLSX, ODS) with columns of coordinates.</source>
        <translation>Points, un par enregistrement, ou un tableau (CSV, texte, XLSX, ODS) avec des colonnes de coordonnées.</translation>
    </message>
    <message>
        <source>Addresses</source>
        <translation>Adresses</translation>
    </message>
    <message>
        <source>All addresses or buildings of the region, among which a dot's person could live.</source>
        <translation>Toutes les adresses ou bâtiments de la région, parmi lesquels la personne d’un point pourrait habiter.</translation>
    </message>
    <message>
        <source>In place of addresses, or to hold their residents against: areas with the people who live there.</source>
        <translation>À la place des adresses, ou pour vérifier leurs habitants : des zones avec le nombre de leurs habitants.</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Graine</translation>
    </message>
    <message>
        <source>Makes the random draws repeatable; it reveals nothing. Scripts may set it; no dialog asks for it.</source>
        <translation>Rend les tirages reproductibles ; elle ne révèle rien. Les scripts peuvent la fixer ; aucune fenêtre ne la demande.</translation>
    </message>
    <message>
        <source>Seed (testing only)</source>
        <translation>Graine (essais seulement)</translation>
    </message>
    <message>
        <source>For testing only: whoever knows the seed can undo the masking. Scripts may set it; no dialog asks for it. Empty: a secret random source.</source>
        <translation>Pour les essais seulement : qui connaît la graine peut défaire le masquage. Les scripts peuvent la fixer ; aucun dialogue ne la demande. Vide : une source aléatoire secrète.</translation>
    </message>
    <message>
        <source>Verdict: passed, with_care, gives_away or not_judged</source>
        <translation>Verdict : passed, with_care, gives_away ou not_judged</translation>
    </message>
    <message>
        <source>Why the verdict is what it is</source>
        <translation>Pourquoi le verdict est ce qu’il est</translation>
    </message>
    <message>
        <source>Polygons, or points that stand for areas.</source>
        <translation>Polygones, ou points représentant des zones.</translation>
    </message>
    <message>
        <source>Fields to release</source>
        <translation>Champs à diffuser</translation>
    </message>
    <message>
        <source>Fields copied to the release: every field may identify somebody.</source>
        <translation>Champs copiés dans la diffusion : tout champ peut identifier quelqu’un.</translation>
    </message>
    <message>
        <source>True points</source>
        <translation>Vrais points</translation>
    </message>
    <message>
        <source>Field with the unit (county) that nothing may cross. Empty: none.</source>
        <translation>Champ de l’unité (comté) que rien ne doit franchir. Vide : aucune.</translation>
    </message>
    <message>
        <source>Publish</source>
        <translation>Publier</translation>
    </message>
    <message>
        <source>Protect</source>
        <translation>Protéger</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Vérifier</translation>
    </message>
    <message>
        <source>Analyse</source>
        <translation>Analyser</translation>
    </message>
    <message>
        <source>Steps and research</source>
        <translation>Étapes et recherche</translation>
    </message>
    <message>
        <source>Revised: hides small areas as well as the bound allows</source>
        <translation>Révisé : cache les petites zones aussi bien que la borne le permet</translation>
    </message>
    <message>
        <source>Wieland: bounds that anybody is in the data at all</source>
        <translation>Wieland : borne la probabilité que quiconque figure dans les données</translation>
    </message>
    <message>
        <source>Whole areas (cap distance)</source>
        <translation>Zones entières (distance entre calottes)</translation>
    </message>
    <message>
        <source>Centres</source>
        <translation>Centres</translation>
    </message>
    <message>
        <source>Cases</source>
        <translation>Cas</translation>
    </message>
    <message>
        <source>Highest risk of a class</source>
        <translation>Risque le plus élevé d’une classe</translation>
    </message>
    <message>
        <source>Average risk</source>
        <translation>Risque moyen</translation>
    </message>
    <message>
        <source>Evenly</source>
        <translation>Uniformément</translation>
    </message>
    <message>
        <source>Claims</source>
        <translation>Demandes de remboursement</translation>
    </message>
    <message>
        <source>Visits</source>
        <translation>Visites</translation>
    </message>
    <message>
        <source>Providers</source>
        <translation>Prestataires</translation>
    </message>
    <message>
        <source>Chosen automatically</source>
        <translation>Choisi automatiquement</translation>
    </message>
    <message>
        <source>Shortest mean move</source>
        <translation>Plus court déplacement moyen</translation>
    </message>
    <message>
        <source>Few long moves</source>
        <translation>Peu de longs déplacements</translation>
    </message>
    <message>
        <source>The area's point</source>
        <translation>Le point de la zone</translation>
    </message>
    <message>
        <source>Anywhere in the area</source>
        <translation>N’importe où dans la zone</translation>
    </message>
    <message>
        <source>A real address</source>
        <translation>Une adresse réelle</translation>
    </message>
    <message>
        <source>Stop and name them</source>
        <translation>Arrêter et les nommer</translation>
    </message>
    <message>
        <source>Leave them out, counted in the report</source>
        <translation>Les omettre, comptés dans le rapport</translation>
    </message>
    <message>
        <source>Stop and ask</source>
        <translation>Arrêter et demander</translation>
    </message>
    <message>
        <source>Keep the first</source>
        <translation>Garder le premier</translation>
    </message>
    <message>
        <source>With the next batch</source>
        <translation>Avec le prochain lot</translation>
    </message>
    <message>
        <source>At once</source>
        <translation>Tout de suite</translation>
    </message>
    <message>
        <source>The first place was wrong</source>
        <translation>Le premier lieu était faux</translation>
    </message>
    <message>
        <source>They are different people</source>
        <translation>Ce sont d’autres personnes</translation>
    </message>
    <message>
        <source>Bars</source>
        <translation>Barres</translation>
    </message>
    <message>
        <source>Withhold</source>
        <translation>Masquer</translation>
    </message>
    <message>
        <source>Round at random</source>
        <translation>Arrondir au hasard</translation>
    </message>
    <message>
        <source>Change a little, by cell key</source>
        <translation>Changer un peu, par clé de case</translation>
    </message>
    <message>
        <source>Add noise: differential privacy</source>
        <translation>Ajouter du bruit : confidentialité différentielle</translation>
    </message>
    <message>
        <source>Donut: a ring between two distances</source>
        <translation>Donut : un anneau entre deux distances</translation>
    </message>
    <message>
        <source>Gaussian</source>
        <translation>Gaussien</translation>
    </message>
    <message>
        <source>Quartic (QGIS, ArcGIS)</source>
        <translation>Quartique (QGIS, ArcGIS)</translation>
    </message>
    <message>
        <source>Larger pixels</source>
        <translation>Des pixels plus grands</translation>
    </message>
    <message>
        <source>A wider kernel</source>
        <translation>Un noyau plus large</translation>
    </message>
    <message>
        <source>Fewer classes</source>
        <translation>Moins de classes</translation>
    </message>
    <message>
        <source>Bimodal Gaussian</source>
        <translation>Gaussien bimodal</translation>
    </message>
    <message>
        <source>Planar Laplace (geo-indistinguishability)</source>
        <translation>Laplace plan (géo-indiscernabilité)</translation>
    </message>
    <message>
        <source>Donut that follows the population</source>
        <translation>Donut qui suit la population</translation>
    </message>
    <message>
        <source>Centre of a grid cell</source>
        <translation>Centre d’une case de grille</translation>
    </message>
    <message>
        <source>Hexagons</source>
        <translation>Hexagones</translation>
    </message>
    <message>
        <source>Cells of H3</source>
        <translation>Mailles H3</translation>
    </message>
    <message>
        <source>Swap with an address</source>
        <translation>Échange avec une adresse</translation>
    </message>
    <message>
        <source>Side of the Voronoi polygon</source>
        <translation>Côté du polygone de Voronoï</translation>
    </message>
    <message>
        <source>DHS and MICS surveys</source>
        <translation>Enquêtes DHS et MICS</translation>
    </message>
    <message>
        <source>Along the streets, to a junction</source>
        <translation>Le long des rues, jusqu’à un carrefour</translation>
    </message>
    <message>
        <source>Anywhere in merged areas</source>
        <translation>N’importe où dans des zones fusionnées</translation>
    </message>
    <message>
        <source>Junction in merged areas, by the Voronoi side</source>
        <translation>Carrefour dans des zones fusionnées, par le côté de Voronoï</translation>
    </message>
    <message>
        <source>Optimal geo-indistinguishable table (few areas)</source>
        <translation>Table géo-indiscernable optimale (peu de zones)</translation>
    </message>
    <message>
        <source>Geo-indistinguishable, brought to where people live</source>
        <translation>Géo-indiscernable, reporté là où des personnes habitent</translation>
    </message>
    <message>
        <source>Records with their zone's areas</source>
        <translation>Enregistrements avec les zones de leur secteur</translation>
    </message>
    <message>
        <source>Records with their zone</source>
        <translation>Enregistrements avec leur secteur</translation>
    </message>
    <message>
        <source>Zones with counts</source>
        <translation>Secteurs avec effectifs</translation>
    </message>
    <message>
        <source>Squares</source>
        <translation>Carrés</translation>
    </message>
    <message>
        <source>Squares that divide where there are many</source>
        <translation>Carrés qui se divisent là où il y en a beaucoup</translation>
    </message>
    <message>
        <source>Where people live</source>
        <translation>Là où les gens habitent</translation>
    </message>
    <message>
        <source>Where a mask put them</source>
        <translation>Là où un masque les a mis</translation>
    </message>
    <message>
        <source>“{name}”</source>
        <translation>« {name} »</translation>
    </message>
    <message>
        <source>Publish the points or the counts; keep other people's releases in a ledger of their own.</source>
        <translation>Publiez les points ou les effectifs ; tenez les diffusions d’autres personnes dans un registre à elles.</translation>
    </message>
    <message>
        <source>Witness of the ledger</source>
        <translation>Témoin du registre</translation>
    </message>
    <message>
        <source>From the report of the last release, such as 812-0123456789abcdef: a ledger without that entry is an older copy.</source>
        <translation>Du rapport de la dernière diffusion, p. ex. 812-0123456789abcdef : un registre sans cette entrée est une copie ancienne.</translation>
    </message>
    <message>
        <source>Patient identifier for the ledger</source>
        <translation>Identifiant du patient pour le registre</translation>
    </message>
    <message>
        <source>Field that identifies a patient, the same in every release. Only a keyed hash of it is kept.</source>
        <translation>Champ identifiant un patient, le même à chaque diffusion. Seule une empreinte à clé en est gardée.</translation>
    </message>
    <message>
        <source>Household or patient</source>
        <translation>Ménage ou patient</translation>
    </message>
    <message>
        <source>Records with the same value, such as a household, move to one place and count as one.</source>
        <translation>Les enregistrements de même valeur, comme un ménage, vont à un même lieu et comptent pour un.</translation>
    </message>
    <message>
        <source>Release ledger</source>
        <translation>Registre des diffusions</translation>
    </message>
    <message>
        <source>Made by “Release ledger”: earlier releases count, and this one is entered.</source>
        <translation>Fait par « Registre des diffusions » : les diffusions antérieures comptent, et celle-ci y est inscrite.</translation>
    </message>
    <message>
        <source>Key of the ledger</source>
        <translation>Clé du registre</translation>
    </message>
    <message>
        <source>Key file of the ledger, or its recovery letters as text. Empty: the key kept in QGIS.</source>
        <translation>Fichier de clé du registre, ou ses lettres de secours en texte. Vide : la clé conservée dans QGIS.</translation>
    </message>
    <message>
        <source>The ledger holds counts by areas or by a grid (releases of counts: {numbers}). Who has both knows how many patients live about each dot: what counts and dots tell together can't be judged.</source>
        <translation>Le registre contient des effectifs par zones ou par une grille (diffusions d’effectifs : {numbers}). Qui a les deux sait combien de patients habitent autour de chaque point : ce qu’effectifs et points révèlent ensemble ne peut être jugé.</translation>
    </message>
    <message>
        <source>The ledger holds {count} releases of masked points. Who has both knows how many patients live about each dot: what counts and dots tell together can't be judged.</source>
        <translation>Le registre contient {count} diffusions de points masqués. Qui a les deux sait combien de patients habitent autour de chaque point : ce qu’effectifs et points révèlent ensemble ne peut être jugé.</translation>
    </message>
    <message>
        <source>A run with a seed is for testing. To enter the release in the ledger, leave the seed empty.</source>
        <translation>Une exécution avec graine sert aux essais. Pour inscrire la diffusion au registre, laissez la graine vide.</translation>
    </message>
    <message>
        <source>Choose the field that identifies a patient, so that the ledger recognises them.</source>
        <translation>Choisissez le champ qui nomme un patient, pour que le registre le reconnaisse.</translation>
    </message>
    <message>
        <source>A ledger's key or patient field was given, but no ledger. Choose the ledger.</source>
        <translation>La clé d’un registre ou un champ de patient a été donné, mais pas de registre. Choisissez le registre.</translation>
    </message>
    <message>
        <source>The ledger {file} was altered outside GeoDeID: entries were edited, deleted, swapped or cut off. Put back the last copy that is whole. Nothing was released.</source>
        <translation>Le registre {file} a été modifié hors de GeoDeID : des entrées ont été changées, supprimées, échangées ou coupées. Remettez la dernière copie intacte. Rien n’a été diffusé.</translation>
    </message>
    <message>
        <source>Recovery sheet of the release ledger {ledger}

    {code}

Print this sheet, lock it away from the ledger, and delete the file. A text file that holds the letters above works in place of the key. Without the key nobody in the ledger can be recognised: their dots can never be repeated, and only people who were never released may be released.</source>
        <translation>Feuille de secours du registre des diffusions {ledger}

    {code}

Imprimez cette feuille, enfermez-la loin du registre, et supprimez le fichier. Un fichier texte qui contient les lettres ci-dessus tient lieu de clé. Sans la clé, personne dans le registre ne peut être reconnu : leurs points ne pourront jamais être répétés, et seules des personnes jamais diffusées pourront l’être.</translation>
    </message>
    <message>
        <source>The key of the ledger is not there. Write the letters of its recovery sheet into a text file and give that. Without the key nobody can be recognised: only people who were never released may be released, with a new ledger. Nothing was released.</source>
        <translation>La clé du registre n’est pas là. Écrivez les lettres de sa feuille de secours dans un fichier texte et donnez celui-ci. Sans la clé, personne ne peut être reconnu : seules des personnes jamais diffusées peuvent l’être, avec un nouveau registre. Rien n’a été diffusé.</translation>
    </message>
    <message>
        <source>{file} is not a release ledger.</source>
        <translation>{file} n’est pas un registre des diffusions.</translation>
    </message>
    <message>
        <source>{file} is a ledger of version 0.1, which kept no dots. Make a new ledger, and leave the patients of this one out of every release: another draw would multiply with theirs.</source>
        <translation>{file} est un registre de la version 0.1, qui ne gardait aucun point. Créez un nouveau registre, et laissez les patients de celui-ci hors de toute diffusion : un autre tirage se multiplierait avec les leurs.</translation>
    </message>
    <message>
        <source>The key does not belong to the ledger {file}. Nothing was released.</source>
        <translation>La clé n’appartient pas au registre {file}. Rien n’a été diffusé.</translation>
    </message>
    <message>
        <source>The ledger {file} was made by another version of GeoDeID. Use that version.</source>
        <translation>Le registre {file} a été créé par une autre version de GeoDeID. Utilisez cette version.</translation>
    </message>
    <message>
        <source>The ledger {file} is not there. If it was moved, give its new place; without it earlier releases cannot be counted. Nothing was released.</source>
        <translation>Le registre {file} est absent. S’il a été déplacé, donnez sa nouvelle place ; sans lui les diffusions antérieures ne peuvent être comptées. Rien n’a été diffusé.</translation>
    </message>
    <message>
        <source>the authentication manager is switched off</source>
        <translation>le gestionnaire d’authentification est désactivé</translation>
    </message>
    <message>
        <source>its master password was not given</source>
        <translation>son mot de passe principal n’a pas été donné</translation>
    </message>
    <message>
        <source>it did not take the key</source>
        <translation>il n’a pas accepté la clé</translation>
    </message>
    <message>
        <source>{file} exists already. A ledger is never overwritten; choose another name.</source>
        <translation>{file} existe déjà. Un registre n’est jamais écrasé ; choisissez un autre nom.</translation>
    </message>
    <message>
        <source>The ledger could not be written: {reason}.</source>
        <translation>Le registre n’a pas pu être écrit : {reason}.</translation>
    </message>
    <message>
        <source>The recovery sheet could not be written: {reason}.</source>
        <translation>La feuille de secours n’a pas pu être écrite : {reason}.</translation>
    </message>
    <message>
        <source>the folder cannot be written</source>
        <translation>le dossier n’est pas accessible en écriture</translation>
    </message>
    <message>
        <source>{file} is not the key of a ledger.</source>
        <translation>{file} n’est pas la clé d’un registre.</translation>
    </message>
    <message>
        <source>Another release was entered in the ledger meanwhile. Run again. Nothing was released.</source>
        <translation>Une autre diffusion a été inscrite au registre entre-temps. Exécutez de nouveau. Rien n’a été diffusé.</translation>
    </message>
    <message>
        <source>The ledger {file} cannot be used: {reason}. Nothing was released.</source>
        <translation>Le registre {file} ne peut être utilisé : {reason}. Rien n’a été diffusé.</translation>
    </message>
    <message>
        <source>The ledger {file} is an older copy, or another than the one that was last used: it does not hold the entry {witness} that is kept outside it. Find the newest copy. Nothing was released.</source>
        <translation>Le registre {file} est une copie plus ancienne, ou un autre que celui utilisé en dernier : il ne contient pas l’entrée {witness} qui est gardée hors de lui. Trouvez la copie la plus récente. Rien n’a été diffusé.</translation>
    </message>
    <message>
        <source>Masked patients</source>
        <translation>Patients masqués</translation>
    </message>
    <message>
        <source>Masked points, fit for release.</source>
        <translation>Points masqués, propres à la diffusion.</translation>
    </message>
    <message>
        <source>it holds the true coordinates of the records. Leave it out.</source>
        <translation>il contient les vraies coordonnées des enregistrements. Omettez-le.</translation>
    </message>
    <message>
        <source>Layer “{layer}”: the fields {fields} together tell the true places of records. Leave them out.</source>
        <translation>Couche « {layer} » : les champs {fields} indiquent ensemble les lieux réels d’enregistrements. Ne les gardez pas.</translation>
    </message>
    <message>
        <source>Layer “{layer}”: the field “{field}” cannot be released: {reason}</source>
        <translation>Couche « {layer} » : le champ « {field} » ne peut être diffusé : {reason}</translation>
    </message>
    <message>
        <source>the release numbers its records in a field of that name. Rename it, or leave it out.</source>
        <translation>la diffusion numérote ses enregistrements dans un champ de ce nom. Renommez-le, ou omettez-le.</translation>
    </message>
    <message>
        <source>it is the key by which the table tells its rows apart, and would undo the masking. Leave it out.</source>
        <translation>c’est la clé par laquelle la table distingue ses lignes, et elle déferait le masquage. Omettez-le.</translation>
    </message>
    <message>
        <source>it names the patients for the ledger. Leave it out.</source>
        <translation>il nomme les patients pour le registre. Omettez-le.</translation>
    </message>
    <message>
        <source>it shows which records belong together, which the mask hides. Leave it out.</source>
        <translation>il dit quels enregistrements vont ensemble, ce que les tirages cachent. Omettez-le.</translation>
    </message>
    <message>
        <source>it numbers the rows, and would undo the masking. Leave it out.</source>
        <translation>il numérote les lignes, et déferait le masquage. Omettez-le.</translation>
    </message>
    <message>
        <source>How far records were moved.</source>
        <translation>De combien les enregistrements ont été déplacés.</translation>
    </message>
    <message>
        <source>Layer “{layer}”: in the field “{field}” nearly every record has a value of its own: whoever knows it finds the record, however far it was moved. Leave it out, or release groups of its values.</source>
        <translation>Couche « {layer} » : dans le champ « {field} », presque chaque enregistrement a sa propre valeur : qui la connaît retrouve l’enregistrement, si loin qu’il ait été déplacé. Laissez-le de côté, ou publiez des groupes de ses valeurs.</translation>
    </message>
    <message>
        <source>Median move</source>
        <translation>Déplacement médian</translation>
    </message>
    <message>
        <source>Shortest move</source>
        <translation>Plus court déplacement</translation>
    </message>
    <message>
        <source>Longest move</source>
        <translation>Plus long déplacement</translation>
    </message>
    <message>
        <source>Move, metres</source>
        <translation>Déplacement, mètres</translation>
    </message>
    <message>
        <source>It is gone: “Nearest areas” is exact. docs/evidence/areas.md has what shortcuts lose.</source>
        <translation>Il a disparu : « Zones les plus proches » est exact. docs/evidence/areas.md dit ce que perdent les raccourcis.</translation>
    </message>
    <message>
        <source>It is gone: give the crowds of all releases to “Scan for clusters” or “Rates from masked points”, which add them up.</source>
        <translation>Il a disparu : donnez les foules de toutes les diffusions à « Rechercher des agrégats » ou « Taux à partir de points masqués », qui les additionnent.</translation>
    </message>
    <message>
        <source>It is gone: “Mask points: random moves” writes CROWD and TABLE itself.</source>
        <translation>Il a disparu : « Masquer des points : déplacements aléatoires » écrit lui-même CROWD et TABLE.</translation>
    </message>
    <message>
        <source>It is gone: give “Solve a masking strategy” the bounds as RISKS; it writes CURVE.</source>
        <translation>Il a disparu : donnez les bornes à « Résoudre une stratégie de masquage » dans RISKS ; elle écrit CURVE.</translation>
    </message>
    <message>
        <source>“Nearest areas” is exact and has no other method.</source>
        <translation>« Zones les plus proches » est exact et n’a pas d’autre méthode.</translation>
    </message>
    <message>
        <source>“Nearest areas” chooses its index itself; the answer is the same.</source>
        <translation>« Zones les plus proches » choisit lui-même son index ; la réponse est la même.</translation>
    </message>
    <message>
        <source>It belonged to a shortcut; “Nearest areas” is exact.</source>
        <translation>Il appartenait à un raccourci ; « Zones les plus proches » est exact.</translation>
    </message>
    <message>
        <source>The study of single records is gone; OUTPUT and the report hold the file's risk.</source>
        <translation>L’étude des enregistrements isolés a disparu ; OUTPUT et le rapport donnent le risque du fichier.</translation>
    </message>
    <message>
        <source>It belonged to the smoothed surface, which “Counts on a grid for release” no longer makes.</source>
        <translation>Il appartenait à la surface lissée, que « Effectifs sur une grille pour diffusion » ne produit plus.</translation>
    </message>
    <message>
        <source>It is gone: choose quadtree, whose cells are fine where records are many; “Check a heat map” judges a surface that was smoothed elsewhere.</source>
        <translation>Elle a disparu : choisissez quadtree, dont les mailles sont fines là où les enregistrements sont nombreux ; « Vérifier une carte de chaleur » juge une surface lissée ailleurs.</translation>
    </message>
    <message>
        <source>It is gone: “Merge areas into safe zones” with MINIMUM_CASES makes zones without small counts.</source>
        <translation>Elle a disparu : « Fusionner des zones en secteurs sûrs » avec MINIMUM_CASES forme des secteurs sans petits effectifs.</translation>
    </message>
    <message>
        <source>It is gone: suppress protects counts by fields with their totals, dp adds noise to both; round changes counts alone.</source>
        <translation>Elle a disparu : suppress protège les effectifs par champ avec leurs totaux, dp ajoute du bruit aux deux ; round ne modifie que les effectifs.</translation>
    </message>
    <message>
        <source>It is gone: LINK is the field of both layers. Name it alike in both.</source>
        <translation>Supprimé : LINK est le champ des deux couches. Donnez-lui le même nom dans les deux.</translation>
    </message>
    <message>
        <source>It is gone: the shortest and the longest move are those of the records.</source>
        <translation>Supprimé : le plus court et le plus long déplacement sont ceux des enregistrements.</translation>
    </message>
    <message>
        <source>It is MASK_MODEL now, with the same words.</source>
        <translation>C’est maintenant MASK_MODEL, avec les mêmes mots.</translation>
    </message>
    <message>
        <source>It is gone: Scott's rule for the true points sets the bandwidth.</source>
        <translation>Supprimé : la règle de Scott appliquée aux points réels fixe la largeur de bande.</translation>
    </message>
    <message>
        <source>It is gone: masks come in the order of the mean move; COMPARISON can be sorted by any field.</source>
        <translation>Supprimé : les masques sont rangés par déplacement moyen ; COMPARISON peut être trié selon n’importe quel champ.</translation>
    </message>
    <message>
        <source>It is gone: the areas are polygons, which are measured.</source>
        <translation>Supprimé : les zones sont des polygones, dont la surface est mesurée.</translation>
    </message>
    <message>
        <source>It is gone: further clusters are the best circles of other centres, as SaTScan reports them.</source>
        <translation>Supprimé : les agrégats suivants sont les meilleurs cercles des autres centres, comme SaTScan les donne.</translation>
    </message>
    <message>
        <source>It is gone: all random maps are made. Ask for fewer SIMULATIONS where they take long.</source>
        <translation>Supprimé : toutes les cartes aléatoires sont tirées. Demandez moins de SIMULATIONS si elles sont longues.</translation>
    </message>
    <message>
        <source>It is gone: two cases make a cluster. OUTPUT has the cases of each.</source>
        <translation>Supprimé : deux cas font un agrégat. OUTPUT donne les cas de chacun.</translation>
    </message>
    <message>
        <source>It is gone: a scan compares places, whatever their size.</source>
        <translation>Supprimé : un balayage compare des lieux, quelle que soit leur surface.</translation>
    </message>
    <message>
        <source>It is gone: a record that moved less than a metre did not move.</source>
        <translation>Supprimé : un enregistrement déplacé de moins d’un mètre n’a pas bougé.</translation>
    </message>
    <message>
        <source>It is gone: “Distance to nearest hub” measures both layers' distances to the features.</source>
        <translation>Supprimé : « Distance au plus proche centre (hub) » mesure les distances des deux couches aux entités.</translation>
    </message>
    <message>
        <source>It is gone: make the mask with “Mask points: random moves”; “Evaluate a mask” compares.</source>
        <translation>Supprimé : faites le masque avec « Masquer des points : déplacements aléatoires » ; « Évaluer un masque » compare.</translation>
    </message>
    <message>
        <source>It is gone: a LEDGER withholds the same counts at every run; “Counts by area” takes a key.</source>
        <translation>Supprimé : avec un LEDGER, les mêmes effectifs sont masqués à chaque exécution ; « Effectifs par zone pour diffusion » accepte une clé.</translation>
    </message>
    <message>
        <source>It is gone: TOTALS has the fields name and count.</source>
        <translation>Supprimé : TOTALS a les champs name et count.</translation>
    </message>
    <message>
        <source>It is gone: OTHER has the field of COUNT_FIELD, under the same name.</source>
        <translation>Supprimé : OTHER a le champ de COUNT_FIELD, du même nom.</translation>
    </message>
    <message>
        <source>It is gone: REFERENCE has the field rate.</source>
        <translation>Supprimé : REFERENCE a le champ rate.</translation>
    </message>
    <message>
        <source>It is gone: AREAS has the field of AREA, under the same name.</source>
        <translation>Supprimé : AREAS a le champ de AREA, du même nom.</translation>
    </message>
    <message>
        <source>It is gone: exceedance is the probability of a ratio above 1.</source>
        <translation>Supprimé : exceedance est la probabilité d’un rapport supérieur à 1.</translation>
    </message>
    <message>
        <source>It is gone: sets of up to three fields are models.</source>
        <translation>Supprimé : les ensembles d’au plus trois champs sont des modèles.</translation>
    </message>
    <message>
        <source>It is gone: AT_RISK has the records at risk under the first model: name it first.</source>
        <translation>Supprimé : AT_RISK a les enregistrements à risque selon le premier modèle : nommez-le en premier.</translation>
    </message>
    <message>
        <source>It is gone: “Check a map picture” takes less regular blobs for dots where it is asked to.</source>
        <translation>Supprimé : « Vérifier une image de carte » prend sur demande des taches moins régulières pour des points.</translation>
    </message>
    <message>
        <source>It is gone: “Check a map picture” places maps that were scanned askew.</source>
        <translation>Supprimé : « Vérifier une image de carte » place les cartes numérisées de travers.</translation>
    </message>
    <message>
        <source>It is gone: totals of units count as known. “Counts by area for release” asks for others.</source>
        <translation>Supprimé : les totaux des unités sont tenus pour connus. « Effectifs par zone pour diffusion » en demande d’autres.</translation>
    </message>
    <message>
        <source>It is gone: the map is 180 mm wide. “Draw a map” draws the masked layer in another size.</source>
        <translation>Supprimé : la carte fait 180 mm de large. « Dessiner une carte » dessine la couche masquée dans une autre taille.</translation>
    </message>
    <message>
        <source>It is gone: the colours are found from the picture.</source>
        <translation>Supprimé : les couleurs sont trouvées dans l’image.</translation>
    </message>
    <message>
        <source>It is gone: the picture's name says its format.</source>
        <translation>Supprimé : le nom de l’image dit son format.</translation>
    </message>
    <message>
        <source>It is gone: a JPEG has the quality 90.</source>
        <translation>Supprimé : un JPEG a la qualité 90.</translation>
    </message>
    <message>
        <source>It is gone: dots are smaller where they are many. OWN_STYLE draws them as the project does.</source>
        <translation>Supprimé : les points sont plus petits quand ils sont nombreux. OWN_STYLE les dessine comme le projet.</translation>
    </message>
    <message>
        <source>It is gone: OWN_STYLE draws the layers as the project does.</source>
        <translation>Supprimé : OWN_STYLE dessine les couches comme le projet.</translation>
    </message>
    <message>
        <source>It is gone: anybody can read the exact coordinates of dots that stay vectors.</source>
        <translation>Supprimé : n’importe qui peut lire les coordonnées exactes de points restés vectoriels.</translation>
    </message>
    <message>
        <source>It is gone: the LP uses the 100 nearest areas. Solve a STRATEGY for another number.</source>
        <translation>Supprimé : le PL utilise les 100 zones les plus proches. Résolvez une STRATEGY pour un autre nombre.</translation>
    </message>
    <message>
        <source>It is gone: a set has as many controls as cases.</source>
        <translation>Supprimé : un jeu a autant de témoins que de cas.</translation>
    </message>
    <message>
        <source>It is gone: polygons are compared by their caps, and points by their distance.</source>
        <translation>Supprimé : les polygones sont comparés par leurs calottes, et les points par leur distance.</translation>
    </message>
    <message>
        <source>It is gone: OUTPUT has 1 to 50 guesses.</source>
        <translation>Supprimé : OUTPUT contient 1 à 50 tentatives.</translation>
    </message>
    <message>
        <source>It is gone: provider codes are tried cropped to three characters, and dropped.</source>
        <translation>Supprimé : les codes des prestataires sont essayés réduits à trois caractères, puis supprimés.</translation>
    </message>
    <message>
        <source>It belongs to the ledger: set it once with “Release ledger”.</source>
        <translation>Cela appartient au registre : réglez-le une fois avec « Registre des diffusions ».</translation>
    </message>
    <message>
        <source>“Solve a masking strategy” asks for it: solve the table there, and give its OUTPUT as STRATEGY.</source>
        <translation>« Résoudre une stratégie de masquage » le demande : résolvez-y la table, et donnez son OUTPUT comme STRATEGY.</translation>
    </message>
    <message>
        <source>It is gone: with a smaller GRID_SPACING areas have nearest points of their own.</source>
        <translation>Il a disparu : avec un GRID_SPACING plus petit, les zones ont chacune leur point le plus proche.</translation>
    </message>
    <message>
        <source>It is gone: “Merge areas into safe zones” joins areas; probabilities move people less.</source>
        <translation>Il a disparu : « Fusionner des zones en secteurs sûrs » réunit des zones ; des probabilités déplacent moins les personnes.</translation>
    </message>
    <message>
        <source>It is gone: cut the water off AREAS (“Difference”) before you give them.</source>
        <translation>Il a disparu : retirez l’eau de AREAS (« Différence ») avant de les donner.</translation>
    </message>
    <message>
        <source>It is gone: such a field tells whose dot it is, however far it was moved. Release groups of its values.</source>
        <translation>Il a disparu : un tel champ dit à qui est le point, si loin qu’il ait été déplacé. Publiez des groupes de ses valeurs.</translation>
    </message>
    <message>
        <source>It is gone: known patients stand where they stood.</source>
        <translation>Il a disparu : les patients connus restent là où ils étaient.</translation>
    </message>
    <message>
        <source>It is gone: POPULATION_ERROR takes a share, or that field.</source>
        <translation>Supprimé : POPULATION_ERROR accepte une part, ou ce champ.</translation>
    </message>
    <message>
        <source>It is gone: “Shorten codes” says what cutting a code costs.</source>
        <translation>Supprimé : « Raccourcir des codes » dit ce que coûte un code raccourci.</translation>
    </message>
    <message>
        <source>It is gone: DESTINATIONS has the field of AREA_ID, under the same name.</source>
        <translation>Supprimé : DESTINATIONS a le champ de AREA_ID, du même nom.</translation>
    </message>
    <message>
        <source>Add them to RECORDS.</source>
        <translation>Ajoutez-les à RECORDS.</translation>
    </message>
    <message>
        <source>Enter its number as RISK.</source>
        <translation>Entrez sa valeur comme RISK.</translation>
    </message>
    <message>
        <source>PLACEMENT scatter tells the move; “Mask points: least move” asks for where dots may lie.</source>
        <translation>PLACEMENT scatter donne le déplacement ; « Masquer des points : moindre déplacement » demande où les points peuvent se trouver.</translation>
    </message>
    <message>
        <source>Make a layer of the points (“Create points layer from table”), and give it as POINTS.</source>
        <translation>Faites une couche de ces points (« Créer une couche de points à partir d’une table »), et donnez-la comme POINTS.</translation>
    </message>
    <message>
        <source>It is gone: POINTS has the field of AREA_ID, under the same name.</source>
        <translation>Supprimé : POINTS a le champ de AREA_ID, du même nom.</translation>
    </message>
    <message>
        <source>It is gone: polygons are measured, and points are taken for points.</source>
        <translation>Supprimé : les polygones sont mesurés, et les points pris pour des points.</translation>
    </message>
    <message>
        <source>It is gone: choose the risk as RISK_METRIC. MINIMUM_CASES and MINIMA hold beside it.</source>
        <translation>Supprimé : choisissez le risque par RISK_METRIC. MINIMUM_CASES et MINIMA valent à côté.</translation>
    </message>
    <message>
        <source>It is gone: calculate a field of the first characters (“Field calculator”), and give it as BOUNDARY.</source>
        <translation>Supprimé : calculez un champ des premiers caractères (« Calculatrice de champ ») et donnez-le comme BOUNDARY.</translation>
    </message>
    <message>
        <source>It is gone: give units that may be merged together the same value in BOUNDARY.</source>
        <translation>Supprimé : donnez la même valeur de BOUNDARY aux unités qui peuvent être fusionnées ensemble.</translation>
    </message>
    <message>
        <source>It is gone: PREVIOUS has the field of AREA_ID, under the same name.</source>
        <translation>Supprimé : PREVIOUS a le champ de AREA_ID, du même nom.</translation>
    </message>
    <message>
        <source>It is gone: the same areas give the same zones on every computer.</source>
        <translation>Supprimé : les mêmes zones donnent les mêmes secteurs sur tout ordinateur.</translation>
    </message>
    <message>
        <source>It is gone: a cancelled run keeps nothing.</source>
        <translation>Supprimé : une exécution annulée ne garde rien.</translation>
    </message>
    <message>
        <source>It is gone: give each area the unit that holds it (“Join attributes by location”), as BOUNDARY.</source>
        <translation>Supprimé : donnez à chaque zone l’unité qui la contient (« Joindre les attributs par localisation »), comme BOUNDARY.</translation>
    </message>
    <message>
        <source>It is gone: name the field of the people in MINIMA, as people=500.</source>
        <translation>Supprimé : nommez le champ des habitants dans MINIMA, p. ex. people=500.</translation>
    </message>
    <message>
        <source>It is gone: zones are those that move people least. The report says how compact they are.</source>
        <translation>Supprimé : les secteurs sont ceux qui déplacent le moins. Le rapport dit s’ils sont compacts.</translation>
    </message>
    <message>
        <source>It is gone: the area that replaces another is drawn in proportion to people.</source>
        <translation>Supprimé : la zone qui en remplace une autre est tirée en proportion des habitants.</translation>
    </message>
    <message>
        <source>It is gone: borders closer than 0.1 m are the same. Where they lie further apart, snap the polygons first (“Snap geometries to layer”).</source>
        <translation>Supprimé : des limites à moins de 0,1 m sont la même. Si elles sont plus éloignées, accrochez d’abord les polygones (« Accrocher les géométries à une couche »).</translation>
    </message>
    <message>
        <source>It is gone: the six nearest areas of a point are its neighbours.</source>
        <translation>Supprimé : les six zones les plus proches d’un point sont ses voisines.</translation>
    </message>
    <message>
        <source>It is gone: the report always compares with zones.</source>
        <translation>Supprimé : le rapport compare toujours aux secteurs.</translation>
    </message>
    <message>
        <source>It is gone: choose hipaa_zip3 as AUDIENCE, and keep three characters.</source>
        <translation>Supprimé : choisissez hipaa_zip3 comme AUDIENCE, et gardez trois caractères.</translation>
    </message>
    <message>
        <source>It is gone: codes that fall short become 000.</source>
        <translation>Supprimé : les codes trop peu partagés deviennent 000.</translation>
    </message>
    <message>
        <source>It is gone: a withheld count keeps as many possible values as the smallest count shown says.</source>
        <translation>Supprimé : un effectif masqué garde autant de valeurs possibles que le dit le plus petit effectif montré.</translation>
    </message>
    <message>
        <source>It is gone: counts are rounded to the least multiple of 5 that protects them.</source>
        <translation>Supprimé : les effectifs sont arrondis au plus petit multiple de 5 qui les protège.</translation>
    </message>
    <message>
        <source>It is gone: a cell is split where every part is empty or may be shown.</source>
        <translation>Supprimé : une maille est divisée si chaque partie est vide ou peut être montrée.</translation>
    </message>
    <message>
        <source>It is gone: a count of more than 90 % of those who live there gives people away, one of more than a third asks for care.</source>
        <translation>Supprimé : un effectif de plus de 90 % de ceux qui habitent là révèle des personnes, un effectif de plus d’un tiers demande de la prudence.</translation>
    </message>
    <message>
        <source>It is gone: of each patient one row counts.</source>
        <translation>Supprimé : une ligne compte par patient.</translation>
    </message>
    <message>
        <source>It is gone: the intervals hold in 95 of 100 cases.</source>
        <translation>Supprimé : les intervalles valent dans 95 cas sur 100.</translation>
    </message>
    <message>
        <source>It is gone: up to ten clusters that share no place are reported.</source>
        <translation>Supprimé : jusqu’à dix agrégats sans lieu commun sont donnés.</translation>
    </message>
    <message>
        <source>It is gone: bernoulli where controls are given, else poisson. Leave the others out.</source>
        <translation>Supprimé : bernoulli si des témoins sont donnés, sinon poisson. Ne donnez pas les autres.</translation>
    </message>
    <message>
        <source>It is gone: records are named by their feature numbers.</source>
        <translation>Supprimé : les enregistrements portent le numéro de leur entité.</translation>
    </message>
    <message>
        <source>It is gone: title, legend and scale bar belong to a map.</source>
        <translation>Supprimé : titre, légende et échelle font partie d’une carte.</translation>
    </message>
    <message>
        <source>It is gone: MAX_SHARE bounds the circles, as in SaTScan.</source>
        <translation>Supprimé : MAX_SHARE borne les cercles, comme dans SaTScan.</translation>
    </message>
    <message>
        <source>It is gone: circles are measured on the ground.</source>
        <translation>Supprimé : les cercles sont mesurés sur le terrain.</translation>
    </message>
    <message>
        <source>It is gone: SaTScan writes its clusters as shapefile and KML, which QGIS opens.</source>
        <translation>Supprimé : SaTScan écrit ses agrégats en shapefile et en KML, que QGIS ouvre.</translation>
    </message>
    <message>
        <source>It is gone: the model whose error at points left out is least is taken.</source>
        <translation>Supprimé : le modèle retenu est celui dont l’erreur aux points laissés de côté est la plus petite.</translation>
    </message>
    <message>
        <source>It is gone: turns of up to 10° are found. Place others by control points.</source>
        <translation>Supprimé : les rotations jusqu’à 10° sont trouvées. Placez les autres par des points de contrôle.</translation>
    </message>
    <message>
        <source>It is gone: cut OUTLINE to the region (“Clip”).</source>
        <translation>Supprimé : découpez OUTLINE à la région (« Couper »).</translation>
    </message>
    <message>
        <source>It is gone: give the points that stand for the areas as AREAS.</source>
        <translation>Supprimé : donnez comme AREAS les points qui représentent les zones.</translation>
    </message>
    <message>
        <source>It is gone: a record with a risk above 0.09 counts as at risk (EMA Policy 0070).</source>
        <translation>Supprimé : un enregistrement de risque supérieur à 0,09 compte comme à risque (EMA Policy 0070).</translation>
    </message>
    <message>
        <source>It is gone: the budget holds but for one chance in a million.</source>
        <translation>Supprimé : le budget vaut à une chance sur un million près.</translation>
    </message>
    <message>
        <source>Nothing here hangs on the size of areas that are points.</source>
        <translation>Rien ici ne dépend de la taille de zones données comme points.</translation>
    </message>
    <message>
        <source>“Release ledger” compares it with an existing ledger; this computer then keeps it.</source>
        <translation>« Registre des diffusions » le compare avec un registre existant ; cet ordinateur le garde ensuite.</translation>
    </message>
    <message>
        <source>It is gone: a set has 100 cases, as published.</source>
        <translation>Supprimé : un jeu a 100 cas, comme dans la publication.</translation>
    </message>
    <message>
        <source>It is gone: a donut of 50 to 500 m is always compared.</source>
        <translation>Supprimé : un anneau de 50 à 500 m est toujours comparé.</translation>
    </message>
    <message>
        <source>It is gone: “Does the cluster survive?” gives the power at RELATIVE_RISK; run it for several.</source>
        <translation>Supprimé : « L’agrégat survit-il ? » donne la puissance pour RELATIVE_RISK ; lancez-le pour plusieurs valeurs.</translation>
    </message>
    <message>
        <source>It is gone: visits are counted in every way for which there are identifiers.</source>
        <translation>Supprimé : les visites sont comptées de toutes les façons pour lesquelles il y a des identifiants.</translation>
    </message>
    <message>
        <source>It is gone: 50 areas get points, as El Emam and Arbuckle publish it.</source>
        <translation>Supprimé : 50 zones reçoivent des points, comme l’ont publié El Emam et Arbuckle.</translation>
    </message>
    <message>
        <source>It is gone: a missing value is a value. Leave such records out beforehand.</source>
        <translation>Supprimé : une valeur manquante est une valeur. Écartez d’avance les enregistrements concernés.</translation>
    </message>
    <message>
        <source>It is gone: of each size 1000 cohorts are drawn, and the closed form stands beside.</source>
        <translation>Supprimé : de chaque taille, 1000 cohortes sont tirées, et la forme exacte figure à côté.</translation>
    </message>
    <message>
        <source>It is EPSILON_100 now, per 100 m: a hundred times the number of EPSILON.</source>
        <translation>C’est maintenant EPSILON_100, par 100 m : cent fois le nombre d’EPSILON.</translation>
    </message>
    <message>
        <source>It is gone: the outer ring holds five times K.</source>
        <translation>Supprimé : l’anneau extérieur contient cinq fois K.</translation>
    </message>
    <message>
        <source>It is gone: the field whose name holds “urban” says it.</source>
        <translation>Supprimé : le champ dont le nom contient « urban » le dit.</translation>
    </message>
    <message>
        <source>It is gone: cut the water off WITHIN or AREAS (“Difference”) before you give them.</source>
        <translation>Supprimé : retirez l’eau de WITHIN ou de AREAS (« Différence ») avant de les donner.</translation>
    </message>
    <message>
        <source>It is gone: every search takes the same pains.</source>
        <translation>Supprimé : toute recherche est faite avec le même soin.</translation>
    </message>
    <message>
        <source>It is gone: the coarsest cells of a quadtree are 16 times as wide as SIZE.</source>
        <translation>Supprimé : les mailles les plus grossières d’un quadtree sont 16 fois plus larges que SIZE.</translation>
    </message>
    <message>
        <source>It is gone: the sizes of pixels and dots say how far from its place a dot may lie.</source>
        <translation>Supprimé : la taille des pixels et des points dit à quelle distance de son lieu un point peut se trouver.</translation>
    </message>
    <message>
        <source>It is gone: the map shows all of its layers. Clip those below.</source>
        <translation>Supprimé : la carte montre toutes ses couches. Découpez celles de dessous.</translation>
    </message>
    <message>
        <source>It is gone: the map is drawn in the system of the dots. “Reproject layer” changes it.</source>
        <translation>Supprimé : la carte est dessinée dans le système des points. « Reprojeter une couche » le change.</translation>
    </message>
    <message>
        <source>A ledger of 0.1 kept no dots. Make a new ledger, and leave the patients of that one out of every release.</source>
        <translation>Un registre de la 0.1 ne gardait aucun point. Créez un nouveau registre, et laissez les patients de l’ancien hors de toute diffusion.</translation>
    </message>
    <message>
        <source>It is a setting of the provider now, or GEODEID_TILES in the environment.</source>
        <translation>C’est désormais un réglage du fournisseur, ou GEODEID_TILES dans l’environnement.</translation>
    </message>
    <message>
        <source>It is a setting of the provider now, or GEODEID_PROCESSES in the environment.</source>
        <translation>C’est désormais un réglage du fournisseur, ou GEODEID_PROCESSES dans l’environnement.</translation>
    </message>
    <message>
        <source>It is a setting of the provider now, or GEODEID_SCHEDULER in the environment.</source>
        <translation>C’est désormais un réglage du fournisseur, ou GEODEID_SCHEDULER dans l’environnement.</translation>
    </message>
    <message>
        <source>Crowds of other fields follow from TABLE and the areas: docs/recipient/README.md has the statement.</source>
        <translation>Les foules d’autres champs découlent de TABLE et des zones : docs/recipient/README.md donne l’instruction.</translation>
    </message>
    <message>
        <source>{name} of “{title}” is gone. {became}</source>
        <translation>{name} de « {title} » a disparu. {became}</translation>
    </message>
    <message>
        <source>Seconds: {total:.1f}. Reading {reading:.1f}, solving and auditing {solving:.1f}, drawing places {drawing:.1f}, the report {report:.1f}, writing {writing:.1f}, all else {rest:.1f}.</source>
        <translation>Secondes : {total:.1f}. Lecture {reading:.1f}, résolution et audit {solving:.1f}, tirage des lieux {drawing:.1f}, rapport {report:.1f}, écriture {writing:.1f}, tout le reste {rest:.1f}.</translation>
    </message>
    <message>
        <source>“{label}” is {value}, which is no number to compute with. Enter a smaller one.</source>
        <translation>« {label} » est {value}, avec quoi l’on ne peut calculer. Entrez un nombre plus petit.</translation>
    </message>
    <message>
        <source>“{label}” is {value:g}. Enter a whole number of at most {most}.</source>
        <translation>« {label} » est {value:g}. Entrez un nombre entier d’au plus {most}.</translation>
    </message>
    <message>
        <source>“{label}” has no value: neither the model nor another step gives one. Enter it.</source>
        <translation>« {label} » n’a pas de valeur : ni le modèle ni une autre étape n’en donne. Indiquez-la.</translation>
    </message>
    <message>
        <source>“{label}”: {value} is no value of it. {became}</source>
        <translation>« {label} » : {value} n’en est pas une valeur. {became}</translation>
    </message>
    <message>
        <source>The layer given as {name} could not be opened.</source>
        <translation>La couche donnée pour {name} n’a pas pu être ouverte.</translation>
    </message>
    <message>
        <source>{file} will hold internal layers beside released ones: never hand it over.</source>
        <translation>{file} contiendra des couches internes à côté de couches diffusées : ne le transmettez jamais.</translation>
    </message>
    <message>
        <source>{file} holds other layers beside the release ({layers}): whoever gets the file gets them, too. Hand over a file that holds the release alone.</source>
        <translation>{file} contient d’autres couches à côté de la diffusion ({layers}) : qui reçoit le fichier les reçoit aussi. Remettez un fichier qui ne contient que la diffusion.</translation>
    </message>
    <message>
        <source>{algorithm}: {verdict}</source>
        <translation>{algorithm} : {verdict}</translation>
    </message>
    <message>
        <source>Where the time went until this report was written</source>
        <translation>Où le temps est passé jusqu’à l’écriture de ce rapport</translation>
    </message>
    <message>
        <source>This run used a seed, and whoever knows the seed can undo it: it is for testing. For a release, run it without a seed.</source>
        <translation>Cette exécution a utilisé une graine, et quiconque la connaît peut la défaire : ce n’est qu’un essai. Pour diffuser, exécutez sans graine.</translation>
    </message>
    <message>
        <source>On Windows whoever may open the folder may read these internal files: {names}.</source>
        <translation>Sous Windows, quiconque peut ouvrir le dossier peut lire ces fichiers internes : {names}.</translation>
    </message>
    <message>
        <source>given</source>
        <translation>donné</translation>
    </message>
    <message>
        <source>Audience preset</source>
        <translation>Préréglage du public visé</translation>
    </message>
    <message>
        <source>Highest chance that a dot may lead to its person: 0.091 for 1 in 11.</source>
        <translation>Plus grande probabilité qu’un point mène à la personne qu’il représente : 0,091 pour 1 sur 11.</translation>
    </message>
    <message>
        <source>The threshold that was used</source>
        <translation>Le seuil utilisé</translation>
    </message>
    <message>
        <source>known to the project from a summary, {date}; check the original</source>
        <translation>connu du projet par un résumé, {date} ; vérifiez l’original</translation>
    </message>
    <message>
        <source>Anyone (web, journal)</source>
        <translation>Tout le monde (web, revue)</translation>
    </message>
    <message>
        <source>Researchers under agreement</source>
        <translation>Chercheurs liés par une convention</translation>
    </message>
    <message>
        <source>My own agency</source>
        <translation>Mon propre organisme</translation>
    </message>
    <message>
        <source>A published threshold in place of “{parameter}”; the report names its source. No legal advice.</source>
        <translation>Un seuil publié au lieu de « {parameter} » ; le rapport nomme sa source. Ce n’est pas un avis juridique.</translation>
    </message>
    <message>
        <source>A published threshold where “{parameter}” is empty; the report names its source. No legal advice.</source>
        <translation>Un seuil publié là où « {parameter} » est vide ; le rapport nomme sa source. Ce n’est pas un avis juridique.</translation>
    </message>
    <message>
        <source>set by the user; no published rule was chosen</source>
        <translation>fixé par l’utilisateur ; aucune règle publiée n’a été choisie</translation>
    </message>
    <message>
        <source>read by the project in the source, {date}</source>
        <translation>lu par le projet dans la source, {date}</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>Préréglage</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Source</translation>
    </message>
    <message>
        <source>How the project knows it</source>
        <translation>Comment le projet le sait</translation>
    </message>
    <message>
        <source>Value used</source>
        <translation>Valeur utilisée</translation>
    </message>
    <message>
        <source>{value}, set by the user in place of the preset's</source>
        <translation>{value}, fixée par l’utilisateur à la place de celle du préréglage</translation>
    </message>
    <message>
        <source>Who gets it</source>
        <translation>Destinataire</translation>
    </message>
    <message>
        <source>Records affected</source>
        <translation>Enregistrements touchés</translation>
    </message>
    <message>
        <source>The records that the verdict names, at their true places. Internal.</source>
        <translation>Les enregistrements que nomme le verdict, à leurs vrais lieux. Interne.</translation>
    </message>
    <message>
        <source>How many people live at each address was taken from RESIDENTS, and not held against a census.</source>
        <translation>Le nombre d’habitants de chaque adresse vient de RESIDENTS et n’a pas été confronté à un recensement.</translation>
    </message>
    <message>
        <source>Give areas with their population, too.</source>
        <translation>Donnez aussi des zones avec leur population.</translation>
    </message>
    <message>
        <source>Some areas overlap ({areas}), so their people are counted twice. How many people a patient hides among is not known.</source>
        <translation>Des zones se chevauchent ({areas}) : leurs habitants sont comptés deux fois. On ne sait donc pas parmi combien de personnes un patient se fond.</translation>
    </message>
    <message>
        <source>Use one set of areas in which every place lies in one area only.</source>
        <translation>Utilisez un seul jeu de zones, où chaque lieu n’est que dans une zone.</translation>
    </message>
    <message>
        <source>{count} records have no place or lie outside every area: they are not released, and this verdict does not cover them.</source>
        <translation>{count} enregistrements n’ont pas de lieu ou sont hors de toute zone : ils ne sont pas diffusés, et ce verdict ne les couvre pas.</translation>
    </message>
    <message>
        <source>Above the limit, for somebody who knows: {knows}.</source>
        <translation>Au-dessus de la limite, pour qui sait : {knows}.</translation>
    </message>
    <message>
        <source>Released fields divide the people among whom a patient hides: {fields}. Everybody near a place was counted, whatever their values. How many have the released ones is not known, so the risk of a record with its values could not be bounded.</source>
        <translation>Des champs diffusés divisent les personnes parmi lesquelles un patient se fond : {fields}. Toutes les personnes autour d’un lieu ont été comptées, quelles que soient leurs valeurs. On ne sait pas combien ont celles qui sont diffusées : le risque d’un enregistrement avec ses valeurs n’a pu être borné.</translation>
    </message>
    <message>
        <source>Use one field that joins {stratum} with {fields} as STRATUM, with the population of each value, or do not release {fields}.</source>
        <translation>Utilisez comme STRATUM un champ qui joint {stratum} à {fields}, avec la population de chaque valeur, ou ne diffusez pas {fields}.</translation>
    </message>
    <message>
        <source>The random numbers came from the operating system, and nobody can repeat them.</source>
        <translation>Les nombres aléatoires viennent du système d’exploitation, et personne ne peut les reproduire.</translation>
    </message>
    <message>
        <source>“{field}” beside {model}: {alike:,} records share their other values only with records of the same “{field}”, so knowing that a person is in the data reveals it (l = 1, t = {t:.2f}).</source>
        <translation>« {field} », modèle {model} : {alike:,} enregistrements ne partagent leurs autres valeurs qu’avec des enregistrements de même « {field} » ; savoir qu’une personne figure dans les données le révèle donc (l = 1, t = {t:.2f}).</translation>
    </message>
    <message>
        <source>Do not release “{field}”, or coarsen the other fields.</source>
        <translation>Ne diffusez pas « {field} », ou rendez les autres champs plus grossiers.</translation>
    </message>
    <message>
        <source>No field is released beside the place: each patient hides among all people.</source>
        <translation>Aucun champ n’est diffusé à côté du lieu : chaque patient se fond parmi toutes les personnes.</translation>
    </message>
    <message>
        <source>Of the released fields ({fields}) each value was masked with the population that has it, or all records share it.</source>
        <translation>Pour les champs diffusés ({fields}), chaque valeur a été masquée avec la population qui l’a, ou tous les enregistrements la partagent.</translation>
    </message>
    <message>
        <source>Do not release {fields}, or use “Mask points: least move”, which masks each value separately with its own population.</source>
        <translation>Ne diffusez pas {fields}, ou utilisez « Masquer des points : moindre déplacement », qui masque chaque valeur à part avec sa propre population.</translation>
    </message>
    <message>
        <source>Mask each value separately with its own population: STRATUM={field} and STRATUM_POPULATIONS, for example F=females; M=males. For several fields use one field that joins them. Or do not release {fields}.</source>
        <translation>Masquez chaque valeur à part avec sa propre population : STRATUM={field} et STRATUM_POPULATIONS, par exemple F=females; M=males. Pour plusieurs champs, utilisez un champ qui les joint. Ou ne diffusez pas {fields}.</translation>
    </message>
    <message>
        <source>No two areas overlap.</source>
        <translation>Aucune zone n’en recouvre une autre.</translation>
    </message>
    <message>
        <source>The random numbers were drawn with a seed: whoever knows the seed can undo the masking. The run is for testing.</source>
        <translation>Les nombres aléatoires ont été tirés avec une graine : quiconque la connaît peut défaire le masquage. Cette exécution n’est qu’un essai.</translation>
    </message>
    <message>
        <source>For a release, run it again without a seed.</source>
        <translation>Pour une diffusion, exécutez de nouveau sans graine.</translation>
    </message>
    <message>
        <source>Sensitive field “{field}” beside {model}: every class of like records (at least {k}) holds {distinct} or more values (entropy l {entropy:.2f}), and differs from the whole by at most t = {t:.2f}.</source>
        <translation>Champ sensible « {field} » à côté de {model} : chaque classe d’enregistrements semblables (au moins {k}) contient {distinct} valeurs ou plus (l entropique {entropy:.2f}), et s’écarte de l’ensemble d’au plus t = {t:.2f}.</translation>
    </message>
    <message>
        <source>Every record that was given takes part.</source>
        <translation>Chaque enregistrement fourni est pris en compte.</translation>
    </message>
    <message>
        <source>the release</source>
        <translation>la diffusion</translation>
    </message>
    <message>
        <source>{file} comes from “{found}”; {name} needs the METRICS of “{wanted}”.</source>
        <translation>{file} vient de « {found} » ; {name} exige les METRICS de « {wanted} ».</translation>
    </message>
    <message>
        <source>{file} does not hold what “{algorithm}” wrote as “{place}”. Run that step again.</source>
        <translation>{file} ne contient pas ce que « {algorithm} » a écrit sous « {place} ». Relancez cette étape.</translation>
    </message>
    <message>
        <source>The METRICS of “{algorithm}” contradict themselves: what they list is worse than the verdict that they state. Run that step again.</source>
        <translation>Les METRICS de « {algorithm} » se contredisent : ce qu’elles énumèrent est pire que le verdict qu’elles énoncent. Exécutez de nouveau cette étape.</translation>
    </message>
    <message>
        <source>{key}</source>
        <translation>{key}</translation>
    </message>
    <message>
        <source>{sentence}</source>
        <translation>{sentence}</translation>
    </message>
    <message>
        <source>{file} is not a METRICS file of GeoDeID.</source>
        <translation>{file} n’est pas un fichier METRICS de GeoDeID.</translation>
    </message>
    <message>
        <source>{file} is not a whole METRICS file of GeoDeID: it lacks “{key}”.</source>
        <translation>{file} n’est pas un fichier METRICS entier de GeoDeID : il lui manque « {key} ».</translation>
    </message>
    <message>
        <source>The METRICS of “{algorithm}” hold no verdict. Run that step again.</source>
        <translation>Les METRICS de « {algorithm} » ne contiennent aucun verdict. Exécutez de nouveau cette étape.</translation>
    </message>
    <message>
        <source>{format} does not keep {what} of “{output}” as they are. Choose another format, such as GeoPackage (.gpkg). Nothing was kept.</source>
        <translation>{format} ne garde pas {what} de « {output} » tels quels. Choisissez un autre format, par exemple GeoPackage (.gpkg). Rien n’a été conservé.</translation>
    </message>
    <message>
        <source>{found} of {count} shapes</source>
        <translation>{found} des {count} formes</translation>
    </message>
    <message>
        <source>the coordinates</source>
        <translation>les coordonnées</translation>
    </message>
    <message>
        <source>{found} of {count} records</source>
        <translation>{found} des {count} enregistrements</translation>
    </message>
    <message>
        <source>the values of the field “{name}”</source>
        <translation>les valeurs du champ « {name} »</translation>
    </message>
    <message>
        <source>which values and places belong to one record</source>
        <translation>quelles valeurs et quels lieux appartiennent à un même enregistrement</translation>
    </message>
    <message>
        <source>the field “{name}”</source>
        <translation>le champ « {name} »</translation>
    </message>
    <message>
        <source>“{output}” cannot be written to “{provider}” whole or not at all. Choose a file or PostGIS.</source>
        <translation>« {output} » ne peut être écrit dans « {provider} » en entier ou pas du tout. Choisissez un fichier ou PostGIS.</translation>
    </message>
    <message>
        <source>“{output}”: “{text}” is how an input names its layer. To add a layer to a GeoPackage, choose “Save to GeoPackage…”, or write ogr:dbname='file.gpkg' table="name" (geom).</source>
        <translation>« {output} » : « {text} » est la façon dont une entrée nomme sa couche. Pour ajouter une couche à un GeoPackage, choisissez « Enregistrer dans un GeoPackage… », ou écrivez ogr:dbname='file.gpkg' table="name" (geom).</translation>
    </message>
    <message>
        <source>“{output}”: a layer cannot be written to a file that ends in {suffix}. Let its name end in .gpkg (GeoPackage), .geojson or .csv.</source>
        <translation>« {output} » : une couche ne peut pas être écrite dans un fichier qui finit en {suffix}. Donnez un nom qui finit en .gpkg (GeoPackage), .geojson ou .csv.</translation>
    </message>
    <message>
        <source>“{output}”: you may not make tables in the schema {schema} of the database {database}. Ask its owner for the right, or choose another place.</source>
        <translation>« {output} » : vous n’avez pas le droit de créer des tables dans le schéma {schema} de la base {database}. Demandez ce droit à son propriétaire, ou choisissez un autre endroit.</translation>
    </message>
    <message>
        <source>“{output}”: name the table.</source>
        <translation>« {output} » : nommez la table.</translation>
    </message>
    <message>
        <source>“{output}”: {name} is given as an address, not as a file. Choose a file in a folder.</source>
        <translation>« {output} » : {name} est donné comme une adresse, non comme un fichier. Choisissez un fichier dans un dossier.</translation>
    </message>
    <message>
        <source>“{output}”: {name} is given by “~”, which only a shell takes for your own folder. Write the whole path.</source>
        <translation>« {output} » : {name} est indiqué par « ~ », que seul un interpréteur de commandes remplace par votre dossier personnel. Écrivez le chemin complet.</translation>
    </message>
    <message>
        <source>“{output}”: the name “{name}” begins or ends with a blank. Take the blank away.</source>
        <translation>« {output} » : le nom « {name} » commence ou finit par un blanc. Retirez-le.</translation>
    </message>
    <message>
        <source>“{output}”: {name} is a folder. Choose a file in it.</source>
        <translation>« {output} » : {name} est un dossier. Choisissez un fichier à l’intérieur.</translation>
    </message>
    <message>
        <source>“{output}”: {name} is a device or a pipe, not a file. Choose a file in a folder.</source>
        <translation>« {output} » : {name} est un périphérique ou un tube, pas un fichier. Choisissez un fichier dans un dossier.</translation>
    </message>
    <message>
        <source>“{output}”: {name} is protected against writing. Choose another file.</source>
        <translation>« {output} » : {name} est protégé en écriture. Choisissez un autre fichier.</translation>
    </message>
    <message>
        <source>“{output}”: {name} could not be written, for {folder} takes no files. Choose another folder.</source>
        <translation>« {output} » : {name} n’a pu être écrit, car {folder} n’accepte pas de fichiers. Choisissez un autre dossier.</translation>
    </message>
    <message>
        <source>“{output}”: {file} exists already and is another kind of file, which would be lost. Choose another name.</source>
        <translation>« {output} » : {file} existe déjà et est un fichier d’une autre sorte, qui serait perdu. Choisissez un autre nom.</translation>
    </message>
    <message>
        <source>“{output}”: {file} exists already and holds other layers, which would be lost ({layers}). Choose another file, or “Save to GeoPackage…” to add a layer to it.</source>
        <translation>« {output} » : {file} existe déjà et contient d’autres couches, qui seraient perdues ({layers}). Choisissez un autre fichier, ou « Enregistrer dans un GeoPackage… » pour y ajouter une couche.</translation>
    </message>
    <message>
        <source>“{output}”: {file} would replace {other}, which is no part of it. Choose another name.</source>
        <translation>« {output} » : {file} remplacerait {other}, qui n’en fait pas partie. Choisissez un autre nom.</translation>
    </message>
    <message>
        <source>“{output}”: a layer can be added to a GeoPackage or SpatiaLite file only; {file} is neither. Choose another file.</source>
        <translation>« {output} » : une couche ne peut être ajoutée qu’à un fichier GeoPackage ou SpatiaLite ; {file} n’est ni l’un ni l’autre. Choisissez un autre fichier.</translation>
    </message>
    <message>
        <source>“{output}”: the database {database} cannot be reached. Check its address, name and password.</source>
        <translation>« {output} » : la base {database} ne peut être jointe. Vérifiez son adresse, le nom et le mot de passe.</translation>
    </message>
    <message>
        <source>“{output}”: no file can have the name {name}. Choose another.</source>
        <translation>« {output} » : aucun fichier ne peut porter le nom {name}. Choisissez-en un autre.</translation>
    </message>
    <message>
        <source>the disk is full</source>
        <translation>le disque est plein</translation>
    </message>
    <message>
        <source>it would be larger than the system allows</source>
        <translation>il serait plus grand que le système ne le permet</translation>
    </message>
    <message>
        <source>the disk can only be read</source>
        <translation>le disque ne peut qu’être lu</translation>
    </message>
    <message>
        <source>you may not write there, or another program has it open</source>
        <translation>vous ne pouvez y écrire, ou un autre programme l’a ouvert</translation>
    </message>
    <message>
        <source>The file {name} could not be written: {reason}. Free some space or choose another place. Nothing was kept.</source>
        <translation>Le fichier {name} n’a pu être écrit : {reason}. Libérez de la place ou choisissez un autre endroit. Rien n’a été conservé.</translation>
    </message>
    <message>
        <source>“{output}” cannot be written as {format}: the format holds other kinds of data. Choose another, such as GeoPackage (.gpkg). Nothing was kept.</source>
        <translation>« {output} » ne peut être écrit comme {format} : ce format contient d’autres sortes de données. Choisissez-en un autre, par exemple GeoPackage (.gpkg). Rien n’a été conservé.</translation>
    </message>
    <message>
        <source>“{output}”: the places stand in the columns {names} of {file}, in degrees (WGS 84).</source>
        <translation>« {output} » : les lieux sont dans les colonnes {names} de {file}, en degrés (WGS 84).</translation>
    </message>
    <message>
        <source>“{output}”: FlatGeobuf keeps no table without shapes. Choose another format, such as GeoPackage (.gpkg). Nothing was kept.</source>
        <translation>« {output} » : FlatGeobuf ne garde pas de table sans formes. Choisissez un autre format, par exemple GeoPackage (.gpkg). Rien n’a été conservé.</translation>
    </message>
    <message>
        <source>“{output}”: {format} numbers its rows in “{name}”, and the values of your field of that name are not whole numbers, each once. Rename the field, leave it out of the fields to keep, or choose another format, such as FlatGeobuf (.fgb). Nothing was kept.</source>
        <translation>« {output} » : {format} numérote ses lignes dans « {name} », et les valeurs de votre champ de ce nom ne sont pas des nombres entiers, chacun une fois. Renommez le champ, ne le gardez pas, ou choisissez un autre format, comme FlatGeobuf (.fgb). Rien n’a été gardé.</translation>
    </message>
    <message>
        <source>“{output}”: {file} keeps no shapes, only the table was written. Choose GeoPackage to keep them.</source>
        <translation>« {output} » : {file} ne garde pas de formes, seule la table a été écrite. Choisissez GeoPackage pour les garder.</translation>
    </message>
    <message>
        <source>it refused the table</source>
        <translation>elle a refusé la table</translation>
    </message>
    <message>
        <source>“{output}” could not be written to {place}: {reason}. Nothing was kept.</source>
        <translation>« {output} » n’a pu être écrit dans {place} : {reason}. Rien n’a été conservé.</translation>
    </message>
    <message>
        <source>The output {name} could not be created. Choose another file or folder.</source>
        <translation>La sortie {name} n’a pas pu être créée. Choisissez un autre fichier ou dossier.</translation>
    </message>
    <message>
        <source>The output “{output}” would be written over {other} ({file}). Choose another file.</source>
        <translation>La sortie « {output} » serait écrite par-dessus {other} ({file}). Choisissez un autre fichier.</translation>
    </message>
    <message>
        <source>“{output}”: {table} is a view. Choose another name. Nothing was kept.</source>
        <translation>« {output} » : {table} est une vue. Choisissez un autre nom. Rien n’a été conservé.</translation>
    </message>
    <message>
        <source>you lack the right to</source>
        <translation>vous n’avez pas le droit de</translation>
    </message>
    <message>
        <source>its disk is full</source>
        <translation>son disque est plein</translation>
    </message>
    <message>
        <source>another program is using it; close it there</source>
        <translation>un autre programme l’utilise ; fermez-la dans celui-ci</translation>
    </message>
    <message>
        <source>other objects of the database depend on the table; drop them first</source>
        <translation>d’autres objets de la base dépendent de la table ; supprimez-les d’abord</translation>
    </message>
    <message>
        <source>the connection was lost</source>
        <translation>la connexion a été perdue</translation>
    </message>
    <message>
        <source>this QGIS cannot write to it</source>
        <translation>ce QGIS ne peut y écrire</translation>
    </message>
    <message>
        <source>Writing stopped: {reason}</source>
        <translation>L’écriture s’est arrêtée : {reason}</translation>
    </message>
    <message>
        <source>a file that the input refers to</source>
        <translation>un fichier auquel l’entrée renvoie</translation>
    </message>
    <message>
        <source>the output “{name}”</source>
        <translation>la sortie « {name} »</translation>
    </message>
    <message>
        <source>the input “{name}”</source>
        <translation>l’entrée « {name} »</translation>
    </message>
    <message>
        <source>the open project</source>
        <translation>le projet ouvert</translation>
    </message>
    <message>
        <source>Audit a masking strategy</source>
        <translation>Vérifier une stratégie de masquage</translation>
    </message>
    <message>
        <source>geomask</source>
        <translation>géomasque</translation>
    </message>
    <message>
        <source>transition probability</source>
        <translation>probabilité de transition</translation>
    </message>
    <message>
        <source>risk bound</source>
        <translation>borne du risque</translation>
    </message>
    <message>
        <source>Measures, for a table of transition probabilities from any source, what a point released at each destination reveals about the people of each area, and whether a bound holds.</source>
        <translation>Mesure, pour une table de probabilités de transition de toute origine, ce qu’un point diffusé à chaque destination révèle des habitants de chaque zone, et si une borne tient.</translation>
    </message>
    <message>
        <source>Strategy</source>
        <translation>Stratégie</translation>
    </message>
    <message>
        <source>Table with the fields origin, destination and probability, one row per pair.</source>
        <translation>Table avec les champs origin, destination et probability, une ligne par paire.</translation>
    </message>
    <message>
        <source>Strategies of further releases</source>
        <translation>Stratégies d’autres diffusions</translation>
    </message>
    <message>
        <source>Tables from which the same records were drawn again, one a release. Not for records that keep their first dot.</source>
        <translation>Tables d’où les mêmes enregistrements ont été tirés à nouveau, une par diffusion. Pas pour des enregistrements qui gardent leur premier point.</translation>
    </message>
    <message>
        <source>Risk by destination</source>
        <translation>Risque par destination</translation>
    </message>
    <message>
        <source>Table with each destination, the area it reveals most about, that risk, and the people it stands for.</source>
        <translation>Table avec chaque destination, la zone sur laquelle elle révèle le plus, ce risque, et les personnes qu’elle représente.</translation>
    </message>
    <message>
        <source>Whether the bound holds</source>
        <translation>Si la borne tient</translation>
    </message>
    <message>
        <source>Largest risk under the chosen model</source>
        <translation>Plus grand risque selon le modèle choisi</translation>
    </message>
    <message>
        <source>Largest risk, model of Wieland</source>
        <translation>Plus grand risque, modèle de Wieland</translation>
    </message>
    <message>
        <source>Promise that was measured: whatever_is_drawn, these_dots or areas_only</source>
        <translation>Garantie mesurée : whatever_is_drawn, these_dots ou areas_only</translation>
    </message>
    <message>
        <source>Largest risk of all strategies together</source>
        <translation>Plus grand risque de toutes les stratégies ensemble</translation>
    </message>
    <message>
        <source>probability</source>
        <translation>probabilité</translation>
    </message>
    <message>
        <source>The strategy names area {areas}, which is not in the layer. Use the areas it was solved for.</source>
        <translation>La stratégie nomme la zone {areas}, absente de la couche. Utilisez les zones pour lesquelles elle a été résolue.</translation>
    </message>
    <message>
        <source>Destinations</source>
        <translation>Destinations</translation>
    </message>
    <message>
        <source>All strategies together</source>
        <translation>Toutes les stratégies ensemble</translation>
    </message>
    <message>
        <source>Somebody who can link the points of one record multiplies what they reveal: this is the largest risk over all combinations of points that one record can have. It also bounds what somebody who cannot link them knows, where records stay in their areas. A risk above 1 means that somebody of a small area can be pinned down. What is released cannot be taken back: use a ledger for later releases.</source>
        <translation>Qui peut relier les points d’un enregistrement multiplie ce qu’ils révèlent : ceci est le plus grand risque sur toutes les combinaisons de points que peut avoir un enregistrement. Il borne aussi ce que sait qui ne peut les relier, là où les enregistrements restent dans leurs zones. Un risque supérieur à 1 veut dire qu’une personne d’une petite zone peut être désignée. Ce qui est diffusé ne peut être repris : utilisez un registre pour les diffusions suivantes.</translation>
    </message>
    <message>
        <source>The largest risk at each destination.</source>
        <translation>Le plus grand risque à chaque destination.</translation>
    </message>
    <message>
        <source>at least {risk:.6g}</source>
        <translation>au moins {risk:.6g}</translation>
    </message>
    <message>
        <source>Destinations that can receive a record</source>
        <translation>Destinations qui peuvent recevoir un enregistrement</translation>
    </message>
    <message>
        <source>Above the bound</source>
        <translation>Au-dessus de la borne</translation>
    </message>
    <message>
        <source>Risk of the destination</source>
        <translation>Risque de la destination</translation>
    </message>
    <message>
        <source>Strategies that the same records were drawn from</source>
        <translation>Stratégies dont les mêmes enregistrements ont été tirés</translation>
    </message>
    <message>
        <source>Largest joint risk</source>
        <translation>Plus grand risque conjoint</translation>
    </message>
    <message>
        <source>The area that is revealed most</source>
        <translation>La zone la plus révélée</translation>
    </message>
    <message>
        <source>What a released point reveals to an observer who knows the method and the probabilities.</source>
        <translation>Ce qu’un point diffusé dit à un observateur qui connaît la méthode et les probabilités.</translation>
    </message>
    <message>
        <source>Crowd (for release)</source>
        <translation>Foule (à diffuser)</translation>
    </message>
    <message>
        <source>The destinations, with the people whom a point there stands for and the records drawn.</source>
        <translation>Les destinations, avec les personnes que représente un point à cet endroit et les enregistrements tirés.</translation>
    </message>
    <message>
        <source>Table of the mask (for release)</source>
        <translation>Table du masque (à diffuser)</translation>
    </message>
    <message>
        <source>Origin, destination, probability and distance_m: the bound is proved against somebody who has them.</source>
        <translation>Origine, destination, probabilité et distance_m : la borne est prouvée contre qui les détient.</translation>
    </message>
    <message>
        <source>Streets</source>
        <translation>Rues</translation>
    </message>
    <message>
        <source>Lines of streets, for street, cut where they cross.</source>
        <translation>Lignes de rues, pour street, coupées où elles se croisent.</translation>
    </message>
    <message>
        <source>The census areas, each with the people whom a point there stands for. Needs AREAS, AREA_ID and POPULATION.</source>
        <translation>Les zones de recensement, chacune avec les personnes qu’un point y représente. Exige AREAS, AREA_ID et POPULATION.</translation>
    </message>
    <message>
        <source>The probabilities from area to area: origin, destination, probability and distance_m.</source>
        <translation>Les probabilités de zone à zone : origin, destination, probability et distance_m.</translation>
    </message>
    <message>
        <source>geoind needs ADDRESSES, or census AREAS with the field POPULATION, to bring dots to where people live. Without remapping the mask is laplace.</source>
        <translation>geoind exige ADDRESSES, ou des AREAS de recensement avec le champ POPULATION, pour amener les points là où des personnes habitent. Sans report, le masque est laplace.</translation>
    </message>
    <message>
        <source>The crowd was not written. Anyone who compares these points with the people who live there finds clusters that the mask made: release the crowd with them.</source>
        <translation>La foule n’a pas été écrite. Qui compare ces points aux personnes qui habitent là où ils sont trouve des agrégats que le masque a faits : diffusez la foule avec eux.</translation>
    </message>
    <message>
        <source>Released with the points: {layers}. Compare the points with the people of the crowd, never with those who live where they stand. With n the people of an area, r its rate and P the table, the points at a destination are Poisson with mean Σ n r P.</source>
        <translation>Diffusés avec les points : {layers}. Comparez les points aux personnes de la foule, jamais à celles qui habitent là où ils sont. Avec n les personnes d’une zone, r son taux et P la table, les points à une destination suivent une loi de Poisson de moyenne Σ n r P.</translation>
    </message>
    <message>
        <source>The crowd needs census AREAS with the field POPULATION.</source>
        <translation>La foule exige des AREAS de recensement avec le champ POPULATION.</translation>
    </message>
    <message>
        <source>Choose the field with the identifier of each area.</source>
        <translation>Choisissez le champ avec l’identifiant de chaque zone.</translation>
    </message>
    <message>
        <source>Layer “{layer}”: nobody lives in any area.</source>
        <translation>Couche « {layer} » : personne n’habite dans aucune zone.</translation>
    </message>
    <message>
        <source>This mask needs the layer of streets to move to: give ROADS.</source>
        <translation>Ce masque demande la couche des rues vers lesquelles déplacer : indiquez ROADS.</translation>
    </message>
    <message>
        <source>For those who analyse the points</source>
        <translation>Pour qui analyse les points</translation>
    </message>
    <message>
        <source>People seen in their own area</source>
        <translation>Personnes vues dans leur propre zone</translation>
    </message>
    <message>
        <source>People seen outside of all areas</source>
        <translation>Personnes vues hors de toute zone</translation>
    </message>
    <message>
        <source>Crowd of the mask</source>
        <translation>Foule du masque</translation>
    </message>
    <message>
        <source>crowd</source>
        <translation>foule</translation>
    </message>
    <message>
        <source>Records of one household or patient lie in different areas or strata (features {features}). One draw moves them together: correct the field GROUP or the points.</source>
        <translation>Des enregistrements d’un même ménage ou patient sont dans des zones ou des strates différentes (entités {features}). Un seul tirage les déplace ensemble : corrigez le champ GROUP ou les points.</translation>
    </message>
    <message>
        <source>{count} records have no patient identifier, so the ledger cannot know them again (features {features}).</source>
        <translation>{count} enregistrements n’ont pas d’identifiant de patient, le registre ne peut donc les reconnaître (entités {features}).</translation>
    </message>
    <message>
        <source>A patient stands on more than one feature ({features}). Keep one feature per patient; for episodes, name the episode as the patient identifier and the patient as GROUP.</source>
        <translation>Un patient se trouve sur plus d’une entité ({features}). Gardez une entité par patient ; pour des épisodes, nommez l’épisode comme identifiant de patient et le patient comme GROUP.</translation>
    </message>
    <message>
        <source>The identifiers of features {features} differ from others only in case, leading zeros or blanks. Are they the same people? Then correct the identifiers. If not, say so in “Release ledger”, under “Identifiers that look alike”. Nothing was released.</source>
        <translation>Les identifiants des entités {features} ne diffèrent d’autres que par la casse, des zéros initiaux ou des espaces. S’agit-il des mêmes personnes ? Alors corrigez les identifiants. Sinon, dites-le dans « Registre des diffusions », sous « Identifiants qui se ressemblent ». Rien n’a été diffusé.</translation>
    </message>
    <message>
        <source>The patients of features {features} lay in another area when they were released first. Did they move house, was the first address wrong, or is it somebody else? Answer in “Release ledger”, under “Known patients in another area”, or correct the identifiers. Nothing was released.</source>
        <translation>Les patients des entités {features} étaient dans une autre zone lors de leur première diffusion. Ont-ils déménagé, la première adresse était-elle fausse, ou s’agit-il de quelqu’un d’autre ? Répondez dans « Registre des diffusions », sous « Patients connus dans une autre zone », ou corrigez les identifiants. Rien n’a été diffusé.</translation>
    </message>
    <message>
        <source>{count} new records wait until {batch} are new: they are not in this release, and not in the ledger.</source>
        <translation>{count} nouveaux enregistrements attendent qu’il y en ait {batch} de nouveaux : ils ne sont ni dans cette diffusion ni dans le registre.</translation>
    </message>
    <message>
        <source>The dots of {count} patients who are no longer in the list stay in this release until {batch} have left.</source>
        <translation>Les points de {count} patients qui ne sont plus dans la liste restent dans cette diffusion jusqu’à ce que {batch} soient partis.</translation>
    </message>
    <message>
        <source>The dots of {count} patients leave at once: whoever knows who left knows their dots. They stay counted.</source>
        <translation>Les points de {count} patients partent tout de suite : qui sait qui est parti connaît leurs points. Ils restent comptés.</translation>
    </message>
    <message>
        <source>There is nothing to release: all records are held back.</source>
        <translation>Il n’y a rien à diffuser : aucun enregistrement n’est publiable.</translation>
    </message>
    <message>
        <source>Census areas, to check addresses</source>
        <translation>Zones de recensement, pour vérifier les adresses</translation>
    </message>
    <message>
        <source>For AREAS that are addresses: census polygons with the field of POPULATION (people, or dwellings where each address counts 1). They tell whether the list holds all homes and only homes.</source>
        <translation>Pour des AREAS qui sont des adresses : des polygones de recensement avec le champ de POPULATION (habitants, ou logements si chaque adresse compte 1). Ils disent si la liste contient tous les domiciles et eux seuls.</translation>
    </message>
    <message>
        <source>Every address counts one person, though a home of six is six times as likely to hold a patient as a home of one.</source>
        <translation>Chaque adresse compte pour une personne, alors qu’un foyer de six a six fois plus de chances d’abriter un patient qu’un foyer d’une personne.</translation>
    </message>
    <message>
        <source>Give the residents of each address as POPULATION, or set RATE_RATIO to 3 or more.</source>
        <translation>Donnez les habitants de chaque adresse comme POPULATION, ou réglez RATE_RATIO sur 3 ou plus.</translation>
    </message>
    <message>
        <source>The ledger kept no homes of {count} of its releases: whether dots stand at homes of their patients could not be told.</source>
        <translation>Le registre n’a gardé aucun domicile de {count} de ses diffusions : on ne peut dire si des points se trouvent aux domiciles de leurs patients.</translation>
    </message>
    <message>
        <source>Take the places from a register of the whole region, which knows nothing of any patient; or let dots stand in the polygons of the areas.</source>
        <translation>Prenez les lieux dans un répertoire de toute la région, qui ne sait rien d’aucun patient, ou laissez les points dans les polygones des zones.</translation>
    </message>
    <message>
        <source>{records} records share their true place with others. Each was drawn on its own: if they are one patient or one household, and somebody knows which dots belong together, these dots reveal more than the bound allows.</source>
        <translation>{records} enregistrements partagent leur vrai lieu avec d’autres. Chacun a été tiré à part : s’ils sont d’un même patient ou d’un même ménage, et que quelqu’un sait quels points vont ensemble, ces points révèlent plus que la borne ne le permet.</translation>
    </message>
    <message>
        <source>Delete rows that repeat a patient. Name households under “Household or patient” of “Mask points: least move”; a record with a value of its own is taken to be linked to nobody.</source>
        <translation>Supprimez les lignes qui répètent un patient. Nommez les ménages sous « Ménage ou patient » de « Masquer des points : moindre déplacement » ; un enregistrement qui a une valeur à lui est tenu pour lié à personne.</translation>
    </message>
    <message>
        <source>Up to {members} records stand behind one dot as a household, which the ledger counts as one. Of each of its people all releases together may say {members} times the {proved} of a single person.</source>
        <translation>Jusqu’à {members} enregistrements d’un même ménage se trouvent derrière un seul point, que le registre compte pour un : de chacune de ces personnes, l’ensemble des publications peut dire {members} fois ce qu’il dit d’une personne seule ({proved}).</translation>
    </message>
    <message>
        <source>Have the higher figure approved. Records that are episodes of one patient are one person.</source>
        <translation>Faites approuver ce chiffre plus élevé. Les enregistrements qui sont des épisodes d’un même patient ne font qu’une personne.</translation>
    </message>
    <message>
        <source>The areas are addresses of single people or households, of which the revised model promises nothing in advance. Set MODEL to auto or wieland.</source>
        <translation>Les zones sont des adresses de personnes seules ou de ménages, dont le modèle révisé ne garantit rien d’avance. Réglez MODEL sur auto ou wieland.</translation>
    </message>
    <message>
        <source>Layer “{layer}” has no field “{field}”, which counts the people of the addresses. Give the census areas one of that name, with their people; with their dwellings where each address counts 1.</source>
        <translation>La couche « {layer} » n’a pas de champ « {field} », qui compte les habitants des adresses. Donnez aux zones de recensement un champ de ce nom, avec leurs habitants ; avec leurs logements si chaque adresse compte pour 1.</translation>
    </message>
    <message>
        <source>It is not known that list and census agree, so that populations are taken to be wrong by 15 %. A STRATEGY must be solved for that, too: with 0.15 as POPULATION_ERROR.</source>
        <translation>Rien ne montre que la liste et le recensement concordent : les populations sont donc supposées fausses de 15 %. Une STRATEGY doit être calculée pour cela aussi : avec 0.15 comme POPULATION_ERROR.</translation>
    </message>
    <message>
        <source>the points of the destinations</source>
        <translation>les points des destinations</translation>
    </message>
    <message>
        <source>Records that belong together</source>
        <translation>Enregistrements qui vont ensemble</translation>
    </message>
    <message>
        <source>Each was drawn on its own. If they are one patient or one household, and somebody knows which dots belong together, these dots reveal more than the bound allows. One draw moves all records that have the same value under “Household or patient”.</source>
        <translation>Chacun a été tiré à part. S’ils sont d’un même patient ou d’un même ménage, et que quelqu’un sait quels points vont ensemble, ces points révèlent plus que la borne ne le permet. Un seul tirage déplace tous les enregistrements qui ont la même valeur sous « Ménage ou patient ».</translation>
    </message>
    <message>
        <source>the polygons of the destinations</source>
        <translation>les polygones des destinations</translation>
    </message>
    <message>
        <source>Records that share the true place of another</source>
        <translation>Enregistrements qui partagent le vrai lieu d’un autre</translation>
    </message>
    <message>
        <source>Behind {count} dots already released fewer people could be counted than when they were drawn, because of the fields or populations of a release. The risk bound is used up for them: nothing is released. Leave out fields that no earlier release has shown, give the populations of the earlier releases, or choose a larger bound.</source>
        <translation>Derrière {count} points déjà diffusés, on compterait moins de personnes que lors de leur tirage, à cause des champs ou des populations d’une diffusion. La borne du risque est épuisée pour eux : rien n’est diffusé. Omettez les champs qu’aucune diffusion antérieure n’a montrés, donnez les populations des diffusions antérieures, ou choisissez une borne plus grande.</translation>
    </message>
    <message>
        <source>The plan of {planned} records is full: {out} are released and {new} are new. Set a larger number of planned records in “Release ledger”, or 0; what is left of the bound is then shared anew.</source>
        <translation>Le plan de {planned} enregistrements est complet : {out} sont sortis et {new} sont nouveaux. Réglez un plus grand nombre d’enregistrements prévus dans « Registre des diffusions », ou 0 ; ce qui reste de la borne est alors partagé à nouveau.</translation>
    </message>
    <message>
        <source>All releases together would show {measured:.9g} of somebody, above the bound of {risk:.9g}: nothing is released.</source>
        <translation>Toutes les diffusions ensemble montreraient {measured:.9g} de quelqu’un, au-dessus de la borne de {risk:.9g} : rien n’est diffusé.</translation>
    </message>
    <message>
        <source>All releases together</source>
        <translation>Toutes les diffusions ensemble</translation>
    </message>
    <message>
        <source>Nobody was drawn twice: known patients stand where they stood. So all releases together are one release that grew, and whoever has all of them knows no more than these figures say. A dot is judged by the fewest people that anybody can count behind it now: those who have all values ever shown with it, and of each area the fewest that any release stated. The proved figure holds for a list of distinct people, each list of that length being as likely as any other. The measured figure sums what each dot shows of one person; it is the bound itself where records are independent (model of Wieland). The revised model promises it to people of areas with at least as many people as there are records in all releases. Of a smaller area it promises that no dot is traced to it.</source>
        <translation>Personne n’a été tiré deux fois : les patients connus restent où ils étaient. Toutes les diffusions ensemble sont donc une diffusion qui a grandi, et qui les a toutes n’en sait pas plus que ce que disent ces chiffres. Un point est jugé selon le plus petit nombre de personnes que l’on peut maintenant compter derrière lui : celles qui ont toutes les valeurs jamais montrées avec lui et, pour chaque zone, la plus petite population indiquée. Le chiffre prouvé vaut pour une liste de personnes distinctes, toute liste de cette longueur étant aussi probable qu’une autre. Le chiffre mesuré additionne ce que chaque point montre d’une personne ; c’est la borne elle-même si les enregistrements sont indépendants (modèle de Wieland). Le modèle révisé la promet aux habitants des zones qui ont au moins autant d’habitants qu’il y a d’enregistrements dans toutes les diffusions. D’une zone plus petite, il promet qu’aucun point n’y est rattaché.</translation>
    </message>
    <message>
        <source>A ledger can't notice that it and all its witnesses were replaced by older copies together. Keep the witness above.</source>
        <translation>Un registre ne peut remarquer que lui-même et tous ses témoins ont été remplacés ensemble par des copies plus anciennes. Gardez le témoin ci-dessus.</translation>
    </message>
    <message>
        <source>Behind {count} dots already released fewer people could be counted than when they were drawn, because of the fields or populations of a release. All releases together would show {measured:.4g} of somebody, above the bound of {risk:.4g}. Nothing is released. Leave out fields that no earlier release has shown, give the populations of the earlier releases, or choose a larger bound.</source>
        <translation>Derrière {count} points déjà diffusés, on compterait moins de personnes que lors de leur tirage, à cause des champs ou des populations d’une diffusion. Toutes les diffusions ensemble montreraient {measured:.4g} d’une personne, au-dessus de la borne de {risk:.4g}. Rien n’est diffusé. Omettez les champs qu’aucune diffusion antérieure n’a montrés, donnez les populations des diffusions antérieures, ou choisissez une borne plus grande.</translation>
    </message>
    <message>
        <source>Releases in the ledger, this one included</source>
        <translation>Diffusions dans le registre, celle-ci comprise</translation>
    </message>
    <message>
        <source>Records ever drawn, withdrawn ones included</source>
        <translation>Enregistrements jamais tirés, retirés compris</translation>
    </message>
    <message>
        <source>What the model promises of all releases together, measured</source>
        <translation>Ce que le modèle promet de toutes les diffusions ensemble, mesuré</translation>
    </message>
    <message>
        <source>Proved risk of all releases together (people are distinct)</source>
        <translation>Risque prouvé de toutes les diffusions ensemble (personnes distinctes)</translation>
    </message>
    <message>
        <source>Measured on the dots already released</source>
        <translation>Mesuré sur les points déjà diffusés</translation>
    </message>
    <message>
        <source>Most that one dot shows of anybody (δ max)</source>
        <translation>Le plus qu’un point montre de quiconque (δ max)</translation>
    </message>
    <message>
        <source>Records that this bound still allows at most</source>
        <translation>Enregistrements que cette borne permet encore, au plus</translation>
    </message>
    <message>
        <source>The bound is used up: no new record can be released at it.</source>
        <translation>La borne est épuisée : aucun nouvel enregistrement ne peut être diffusé sous elle.</translation>
    </message>
    <message>
        <source>Records drawn for this release</source>
        <translation>Enregistrements tirés pour cette diffusion</translation>
    </message>
    <message>
        <source>Records shown again where they were</source>
        <translation>Enregistrements montrés de nouveau là où ils étaient</translation>
    </message>
    <message>
        <source>New records that wait for a batch</source>
        <translation>Nouveaux enregistrements qui attendent un lot</translation>
    </message>
    <message>
        <source>Withdrawn records that wait for a batch</source>
        <translation>Enregistrements retirés qui attendent un lot</translation>
    </message>
    <message>
        <source>not proved for so many records</source>
        <translation>non prouvé pour autant d’enregistrements</translation>
    </message>
    <message>
        <source>Dots behind which fewer people can be counted now than when they were drawn</source>
        <translation>Points derrière lesquels on compte moins de personnes que lors de leur tirage</translation>
    </message>
    <message>
        <source>Records up to which the proof reaches</source>
        <translation>Enregistrements jusqu’auxquels va la preuve</translation>
    </message>
    <message>
        <source>Planned records that are not out yet</source>
        <translation>Enregistrements prévus qui ne sont pas encore sortis</translation>
    </message>
    <message>
        <source>Number of records</source>
        <translation>Nombre d’enregistrements</translation>
    </message>
    <message>
        <source>Records that will be released with this strategy, those already out included.</source>
        <translation>Enregistrements qui seront diffusés avec cette stratégie, ceux déjà sortis compris.</translation>
    </message>
    <message>
        <source>Risk bound</source>
        <translation>Borne du risque</translation>
    </message>
    <message>
        <source>How sure anybody may be that a person is one of the patients: 0.091 for 1 in 11.</source>
        <translation>À quel point quiconque peut être sûr qu’une personne est l’un des patients : 0.091 pour 1 sur 11.</translation>
    </message>
    <message>
        <source>auto: the bound holds for every person; Wieland's where that moves people at most a tenth farther, else everybody's. wieland: it holds whatever is drawn. revised: areas with few people are hidden as areas, and nothing is promised of the people there.</source>
        <translation>auto : la borne vaut pour chaque personne ; celle de Wieland si elle ne déplace pas les gens de plus d’un dixième en plus, sinon celle de tous. wieland : elle vaut quel que soit le tirage. revised : les zones peu peuplées sont cachées en tant que zones, et rien n’est promis de leurs habitants.</translation>
    </message>
    <message>
        <source>Nearest destinations</source>
        <translation>Destinations les plus proches</translation>
    </message>
    <message>
        <source>How many nearest destinations an area may use, itself included. Empty: all. Few can make a small risk impossible.</source>
        <translation>Combien de destinations les plus proches une zone peut utiliser, elle comprise. Vide : toutes. Peu peuvent rendre un petit risque impossible.</translation>
    </message>
    <message>
        <source>Points or polygons to which records may be moved, with the field of AREA_ID; else numbered from 1. Empty: the areas themselves.</source>
        <translation>Points ou polygones vers lesquels des enregistrements peuvent être déplacés, avec le champ de AREA_ID ; sinon numérotés à partir de 1. Vide : les zones elles-mêmes.</translation>
    </message>
    <message>
        <source>Objective</source>
        <translation>Objectif</translation>
    </message>
    <message>
        <source>distance: the smallest mean move. squared: punishes long moves more.</source>
        <translation>distance : le plus petit déplacement moyen. squared : pénalise davantage les longs déplacements.</translation>
    </message>
    <message>
        <source>Grid of destinations (m)</source>
        <translation>Grille de destinations (m)</translation>
    </message>
    <message>
        <source>Spacing of a square grid of destinations inside the areas, metres. Empty: no grid.</source>
        <translation>Pas d’une grille carrée de destinations dans les zones, en mètres. Vide : pas de grille.</translation>
    </message>
    <message>
        <source>Tolerance (%)</source>
        <translation>Tolérance (%)</translation>
    </message>
    <message>
        <source>The search ends within this many per cent of the optimum. From about 1 up it may be many times faster.</source>
        <translation>La recherche s’arrête à ce pourcentage de l’optimum. À partir de 1 environ elle peut être bien plus rapide.</translation>
    </message>
    <message>
        <source>Time limit (minutes)</source>
        <translation>Limite de temps (minutes)</translation>
    </message>
    <message>
        <source>After it the best strategy so far is taken, always within the risk bound. Empty: no limit.</source>
        <translation>Passé ce temps, la meilleure stratégie trouvée est prise, toujours sous la borne du risque. Vide : pas de limite.</translation>
    </message>
    <message>
        <source>Longest move (m)</source>
        <translation>Plus long déplacement (m)</translation>
    </message>
    <message>
        <source>How far an area may send at most, between the points of areas and destinations. Empty: any distance. It may be public: it narrows nothing that the bound promises.</source>
        <translation>Jusqu’où une zone peut envoyer au plus, entre les points des zones et des destinations. Vide : toute distance. Il peut être public : il ne réduit en rien ce que la borne promet.</translation>
    </message>
    <message>
        <source>Costs of moves</source>
        <translation>Coûts des déplacements</translation>
    </message>
    <message>
        <source>Table with origin, destination and cost, such as minutes of travel, which are minimised in place of metres. Moves that it does not name are not allowed; an area stays at no cost unless it says otherwise.</source>
        <translation>Table avec origin, destination et cost, par exemple des minutes de trajet, minimisés à la place des mètres. Les déplacements qu’elle ne nomme pas ne sont pas permis ; rester dans sa zone ne coûte rien, sauf si elle dit autre chose.</translation>
    </message>
    <message>
        <source>Place at the destination</source>
        <translation>Lieu à la destination</translation>
    </message>
    <message>
        <source>point: the destination's point. scatter: anywhere in its polygon. address: one of the addresses in it. The bound stays what it is.</source>
        <translation>point : le point de la destination. scatter : n’importe où dans son polygone. address : l’une de ses adresses. La borne reste ce qu’elle est.</translation>
    </message>
    <message>
        <source>Address points, for PLACEMENT address.</source>
        <translation>Points d’adresses, pour PLACEMENT address.</translation>
    </message>
    <message>
        <source>Expected move from home to masked place (m)</source>
        <translation>Déplacement attendu du domicile au lieu masqué (m)</translation>
    </message>
    <message>
        <source>Largest risk of any list of dots, model of Wieland</source>
        <translation>Risque maximal de toute liste de points, modèle de Wieland</translation>
    </message>
    <message>
        <source>Promise that was made: whatever_is_drawn, these_dots or areas_only</source>
        <translation>Garantie donnée : whatever_is_drawn, these_dots ou areas_only</translation>
    </message>
    <message>
        <source>A destination's polygon is too thin to draw places inside it. Use its representative point.</source>
        <translation>Le polygone d’une destination est trop mince pour y tirer des lieux. Utilisez son point représentatif.</translation>
    </message>
    <message>
        <source>independence – one patient's being on the list says nothing about another's;</source>
        <translation>indépendance – la présence d’un patient dans la liste ne dit rien de celle d’un autre ;</translation>
    </message>
    <message>
        <source>any of {total} destinations</source>
        <translation>l’une des {total} destinations</translation>
    </message>
    <message>
        <source>{reach} at most {longest} away</source>
        <translation>{reach} à {longest} au plus</translation>
    </message>
    <message>
        <source>The same between the points of the areas, which the programme minimises</source>
        <translation>Le même entre les points des zones, que le programme minimise</translation>
    </message>
    <message>
        <source>Give either a layer of destinations or the spacing of a grid, not both.</source>
        <translation>Donnez une couche de destinations ou le pas d’une grille, non les deux.</translation>
    </message>
    <message>
        <source>What is guaranteed, and what is not</source>
        <translation>Ce qui est garanti, et ce qui ne l’est pas</translation>
    </message>
    <message>
        <source>rates – everybody is taken to be equally likely to be a patient;</source>
        <translation>taux – chacun est supposé avoir la même probabilité d’être un patient ;</translation>
    </message>
    <message>
        <source>independence – one patient's being on the list says nothing about another's (households were drawn as one: {answer});</source>
        <translation>indépendance – la présence d’un patient dans la liste ne dit rien de celle d’un autre (ménages tirés ensemble : {answer}) ;</translation>
    </message>
    <message>
        <source>This holds as long as:</source>
        <translation>Cela vaut aussi longtemps que :</translation>
    </message>
    <message>
        <source>Measured on a thousand postal codes with a bound of 0.2, in the worst case: 0.37 for an observer who knows the true populations where those used are 20 % wrong; 0.73 and 0.93 with local rates (standard deviation of their logarithm 0.5 and 1). With the number of patients of each area, or with two records known to be one household, it is certainty.</source>
        <translation>Mesuré sur mille codes postaux avec une borne de 0,2, dans le pire cas : 0,37 pour un observateur qui connaît les vraies populations quand celles utilisées sont fausses de 20 % ; 0,73 et 0,93 avec des taux locaux (écart type de leur logarithme 0,5 et 1). Avec le nombre de patients de chaque zone, ou deux enregistrements connus comme un même ménage, c’est une certitude.</translation>
    </message>
    <message>
        <source>the {count} nearest of {total} destinations</source>
        <translation>les {count} plus proches de {total} destinations</translation>
    </message>
    <message>
        <source>{reach} that the costs name</source>
        <translation>{reach} que nomment les coûts</translation>
    </message>
    <message>
        <source>squared distance</source>
        <translation>distance au carré</translation>
    </message>
    <message>
        <source>The same between the points of the areas</source>
        <translation>La même chose entre les points des zones</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>Exactitude</translation>
    </message>
    <message>
        <source>No point of the grid falls inside an area. Choose a smaller spacing.</source>
        <translation>Aucun point de la grille ne tombe dans une zone. Choisissez un pas plus petit.</translation>
    </message>
    <message>
        <source>Measured risk of the table, by its model</source>
        <translation>Risque mesuré de la table, selon son modèle</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>sans limite</translation>
    </message>
    <message>
        <source>Records counted, earlier releases included</source>
        <translation>Enregistrements comptés, diffusions antérieures comprises</translation>
    </message>
    <message>
        <source>nothing else – no other map, table or column shows where these patients live.</source>
        <translation>rien d’autre – aucune autre carte, aucun tableau ni aucune colonne ne montre où vivent ces patients.</translation>
    </message>
    <message>
        <source>squared cost</source>
        <translation>carré du coût</translation>
    </message>
    <message>
        <source>cost of a move</source>
        <translation>coût d’un déplacement</translation>
    </message>
    <message>
        <source>Expected move of an inhabitant, from home to the destination's point</source>
        <translation>Déplacement attendu d’un habitant, du domicile au point de la destination</translation>
    </message>
    <message>
        <source>Expected move of an inhabitant, from home to a place anywhere in the destination</source>
        <translation>Déplacement attendu d’un habitant, du domicile à un lieu quelconque de la destination</translation>
    </message>
    <message>
        <source>Expected move of an inhabitant, from home to an address in the destination</source>
        <translation>Déplacement attendu d’un habitant, du domicile à une adresse de la destination</translation>
    </message>
    <message>
        <source>The most that a dot says of one area with few people</source>
        <translation>Ce qu’un point dit au plus d’une zone peu peuplée</translation>
    </message>
    <message>
        <source>The most that any list of dots could say of one person</source>
        <translation>Ce qu’une liste de points quelconque pourrait dire au plus d’une personne</translation>
    </message>
    <message>
        <source>rates – nobody is known to be more than {ratio} times as likely to be a patient as someone elsewhere, nor likelier than the others of the same area;</source>
        <translation>taux – personne n’est connu pour avoir plus de {ratio} fois la probabilité d’une personne d’ailleurs d’être un patient, ni une probabilité plus forte que les autres de la même zone ;</translation>
    </message>
    <message>
        <source>Each record was moved from its area to {reach} by one draw from the operating system's random source, independently of all others, with transition probabilities that minimise the expected {moved} under the bound (linear programming; Wieland et al., PNAS 2008, 105(46); Jung and El Emam, Int J Health Geogr 2014). The expected displacement of an inhabitant, the place inside the area included, is {move}.</source>
        <translation>Chaque enregistrement a été déplacé de sa zone vers {reach} par un tirage de la source aléatoire du système d’exploitation, indépendamment de tous les autres, selon des probabilités de transition qui minimisent l’espérance de la {moved} sous la borne (programmation linéaire ; Wieland et al., PNAS 2008, 105(46) ; Jung et El Emam, Int J Health Geogr 2014). Le déplacement attendu d’un habitant, place à l’intérieur de la zone comprise, est de {move}.</translation>
    </message>
    <message>
        <source>The bound of {risk} was lowered to {aim} when solving, so that all places read together, records being different people, keep it too.</source>
        <translation>La borne {risk} a été abaissée à {aim} pour la résolution, afin que tous les lieux lus ensemble, les enregistrements étant des personnes différentes, la tiennent aussi.</translation>
    </message>
    <message>
        <source>Mean cost of a move, which the programme minimises</source>
        <translation>Coût moyen d’un déplacement, que le programme minimise</translation>
    </message>
    <message>
        <source>Certified distance from the optimum, at most</source>
        <translation>Distance certifiée à l’optimum, au plus</translation>
    </message>
    <message>
        <source>{count} populated areas share their nearest destination with another area: a finer set of destinations would let them be told apart where the bound allows it.</source>
        <translation>{count} zones habitées partagent leur destination la plus proche avec une autre : un jeu de destinations plus fin permettrait de les distinguer là où la borne le permet.</translation>
    </message>
    <message>
        <source>The bound of {risk} was lowered to {aim} when solving, so that what is released keeps it even if a later release states a few per cent fewer people.</source>
        <translation>La borne de {risk} a été abaissée à {aim} pour la résolution, afin que ce qui est sorti la respecte quand une diffusion ultérieure indique quelques pour cent de personnes en moins.</translation>
    </message>
    <message>
        <source>not known for a given table</source>
        <translation>inconnu pour une table donnée</translation>
    </message>
    <message>
        <source>Mask points: least move</source>
        <translation>Masquer des points : moindre déplacement</translation>
    </message>
    <message>
        <source>geomasking</source>
        <translation>géomasquage</translation>
    </message>
    <message>
        <source>jitter</source>
        <translation>bruitage</translation>
    </message>
    <message>
        <source>anonymise</source>
        <translation>anonymiser</translation>
    </message>
    <message>
        <source>de-identify</source>
        <translation>dépersonnaliser</translation>
    </message>
    <message>
        <source>displace</source>
        <translation>déplacer</translation>
    </message>
    <message>
        <source>linear programming</source>
        <translation>programmation linéaire</translation>
    </message>
    <message>
        <source>patients</source>
        <translation>patients</translation>
    </message>
    <message>
        <source>privacy</source>
        <translation>vie privée</translation>
    </message>
    <message>
        <source>Moves patients to other areas so that no released point reveals more about anybody than the risk bound allows, and no further than that requires. The release has only the fields you tick; links to the true places go to a separate internal layer.</source>
        <translation>Déplace les patients vers d’autres zones de sorte qu’aucun point diffusé ne révèle de quiconque plus que la borne du risque, et pas plus loin qu’il ne faut. La diffusion n’a que les champs cochés ; les liens vers les vrais lieux vont dans une couche interne à part.</translation>
    </message>
    <message>
        <source>The ledger is in use by too many runs. Run again.</source>
        <translation>Trop d’exécutions utilisent le registre. Exécutez de nouveau.</translation>
    </message>
    <message>
        <source>Masked controls</source>
        <translation>Témoins masqués</translation>
    </message>
    <message>
        <source>Masked controls, fit for release.</source>
        <translation>Témoins masqués, propres à la diffusion.</translation>
    </message>
    <message>
        <source>Lines from the true to the masked place of each record, with its move. Never release them.</source>
        <translation>Lignes du vrai lieu au lieu masqué de chaque enregistrement, avec son déplacement. Ne les diffusez jamais.</translation>
    </message>
    <message>
        <source>Pairs for the evaluation</source>
        <translation>Paires pour l’évaluation</translation>
    </message>
    <message>
        <source>The links once more, for the next step of a model. Never release them.</source>
        <translation>Les liens encore une fois, pour l’étape suivante d’un modèle. Ne les diffusez jamais.</translation>
    </message>
    <message>
        <source>Probabilities for the evaluation</source>
        <translation>Probabilités pour l’évaluation</translation>
    </message>
    <message>
        <source>TABLE once more, for the next step of a model.</source>
        <translation>TABLE une seconde fois, pour l’étape suivante d’un modèle.</translation>
    </message>
    <message>
        <source>Mean move of the patients (m)</source>
        <translation>Déplacement moyen des patients (m)</translation>
    </message>
    <message>
        <source>Records released, controls included</source>
        <translation>Enregistrements diffusés, témoins compris</translation>
    </message>
    <message>
        <source>Choose where the masked controls go, or give no controls.</source>
        <translation>Choisissez où vont les témoins masqués, ou ne donnez pas de témoins.</translation>
    </message>
    <message>
        <source>More patients than the people whom an earlier release stated live in area {areas} (people / patients). A ledger is for releases of the same people: correct the populations, or enter other people in a ledger of their own.</source>
        <translation>Plus de patients que de personnes indiquées par une diffusion antérieure vivent dans la zone {areas} (personnes / patients). Un registre est fait pour les diffusions des mêmes personnes : corrigez les populations, ou inscrivez d’autres personnes dans un registre à elles.</translation>
    </message>
    <message>
        <source>Patients of stratum {strata} have no population. Name the field of the areas that holds it, for example F=females; M=males.</source>
        <translation>Les patients de la strate {strata} n’ont pas de population. Nommez le champ des zones qui la contient, par exemple F=females; M=males.</translation>
    </message>
    <message>
        <source>The moves of the patients</source>
        <translation>Les déplacements des patients</translation>
    </message>
    <message>
        <source>Patients were moved so that a released point reveals no more about anybody than the bound allows.</source>
        <translation>Des patients ont été déplacés de sorte qu’un point diffusé n’en dise pas plus sur quiconque que la borne.</translation>
    </message>
    <message>
        <source>The strategy puts one destination at several places ({names}). Take the table as “Solve a masking strategy” wrote it.</source>
        <translation>La stratégie met une même destination à plusieurs endroits ({names}). Prenez la table telle que « Résoudre une stratégie de masquage » l’a écrite.</translation>
    </message>
    <message>
        <source>strata</source>
        <translation>des strates</translation>
    </message>
    <message>
        <source>a ledger</source>
        <translation>un registre</translation>
    </message>
    <message>
        <source>More patients than people live in area {areas} (people / patients).</source>
        <translation>Plus de patients que d’habitants dans la zone {areas} (habitants / patients).</translation>
    </message>
    <message>
        <source>Stratum {stratum}: more patients than people live in area {areas} (people / patients).</source>
        <translation>Strate {stratum} : plus de patients que d’habitants dans la zone {areas} (habitants / patients).</translation>
    </message>
    <message>
        <source>A table of “Solve a masking strategy” for the same areas, for other settings of the search. Empty: it is solved here.</source>
        <translation>Une table de « Résoudre une stratégie de masquage » pour les mêmes zones, pour d’autres réglages de la recherche. Vide : elle est résolue ici.</translation>
    </message>
    <message>
        <source>Stratum of the patients</source>
        <translation>Strate des patients</translation>
    </message>
    <message>
        <source>Field of the patients (sex, age group) whose values are masked separately, each with its own population.</source>
        <translation>Champ des patients (sexe, groupe d’âge) dont les valeurs sont masquées séparément, chacune avec sa population.</translation>
    </message>
    <message>
        <source>Populations of the strata</source>
        <translation>Populations des strates</translation>
    </message>
    <message>
        <source>Fields with the people of each stratum: F=females; M=males; or a least share: F=population*0.45.</source>
        <translation>Champs avec les habitants de chaque strate : F=females; M=males; ou une part minimale : F=population*0.45.</translation>
    </message>
    <message>
        <source>Controls</source>
        <translation>Témoins</translation>
    </message>
    <message>
        <source>People without the disease, moved alike: else the masked map shows clusters that are not there.</source>
        <translation>Personnes sans la maladie, déplacées de même : sinon la carte masquée montre des agrégats qui n’existent pas.</translation>
    </message>
    <message>
        <source>Correct the populations, or choose the field of the population that the patients come from.</source>
        <translation>Corrigez les populations, ou choisissez le champ de la population dont viennent les patients.</translation>
    </message>
    <message>
        <source>Smallest possible risk</source>
        <translation>Plus petit risque possible</translation>
    </message>
    <message>
        <source>Earlier releases stated fewer people for {count} areas: new records are drawn among the fewer.</source>
        <translation>Des diffusions antérieures ont indiqué moins de personnes pour {count} zones : les nouveaux enregistrements sont tirés parmi ce plus petit nombre.</translation>
    </message>
    <message>
        <source>Crowd and table describe the records that were drawn now. {count} records stand where an earlier release put them, or share a dot: to analyse all of them, add up the crowds of all releases, each times its records.</source>
        <translation>La foule et la table décrivent les enregistrements tirés maintenant. {count} enregistrements sont là où une diffusion antérieure les a mis, ou partagent un point : pour les analyser tous, additionnez les foules de toutes les diffusions, chacune fois ses enregistrements.</translation>
    </message>
    <message>
        <source>Ratio of rates</source>
        <translation>Rapport des taux</translation>
    </message>
    <message>
        <source>How many times as likely some people may be patients as others: 3 for a disease of old age in areas with fewer than 2000 people. With 1 the verdict asks for care.</source>
        <translation>Combien de fois plus probables que d’autres certaines personnes peuvent être des patients : 3 pour une maladie de l’âge dans des zones de moins de 2000 habitants. Avec 1, le verdict est sous réserve.</translation>
    </message>
    <message>
        <source>Error of the populations (share or field)</source>
        <translation>Erreur des populations (part ou champ)</translation>
    </message>
    <message>
        <source>Share by which each population may be wrong: with 0.2 a count of 100 stands for 84 to 120 people. Or a field of AREAS with the published margins of 90 %, in people, such as …_001M of the American Community Survey.</source>
        <translation>Part dont chaque population peut être fausse : avec 0,2, un effectif de 100 vaut pour 84 à 120 personnes. Ou un champ d’AREAS avec les marges publiées à 90 %, en personnes, comme …_001M de l’American Community Survey.</translation>
    </message>
    <message>
        <source>The bound takes everybody to be equally likely to be a patient. Rates differ between areas, and whoever knows them learns more.</source>
        <translation>La borne suppose que chacun a la même probabilité d’être un patient. Les taux diffèrent d’une zone à l’autre, et qui les connaît en apprend davantage.</translation>
    </message>
    <message>
        <source>Set RATE_RATIO to 2, or to 3 for a disease of some ages in small areas.</source>
        <translation>Réglez RATE_RATIO sur 2, ou sur 3 pour une maladie liée à l’âge dans de petites zones.</translation>
    </message>
    <message>
        <source>Allowing for rates that differ, and for errors of the populations where they are given, moves people {farther} farther.</source>
        <translation>Tenir compte de taux qui diffèrent, et des erreurs sur les populations lorsqu’elles sont données, éloigne les personnes de {farther} de plus.</translation>
    </message>
    <message>
        <source>Risk if everybody is equally likely to be a patient</source>
        <translation>Risque si chacun est également susceptible d’être un patient</translation>
    </message>
    <message>
        <source>Risk at random rates (standard deviation of their logarithm {spread:g})</source>
        <translation>Risque sous des taux aléatoires (écart type de leur logarithme {spread:g})</translation>
    </message>
    <message>
        <source>populations – each true count lies between the stated one divided and multiplied by {factor:g};</source>
        <translation>populations – chaque effectif réel se trouve entre l’effectif indiqué divisé et multiplié par {factor:g} ;</translation>
    </message>
    <message>
        <source>Layer “{layer}”: the field “{field}” holds no numbers. Choose the margins of error of the populations.</source>
        <translation>Couche « {layer} » : le champ « {field} » ne contient pas de nombres. Choisissez les marges d’erreur des populations.</translation>
    </message>
    <message>
        <source>Layer “{layer}”: the field “{field}” holds shares. Give margins of error in people, or one share for all areas.</source>
        <translation>Couche « {layer} » : le champ « {field} » contient des parts. Donnez des marges d’erreur en personnes, ou une seule part pour toutes les zones.</translation>
    </message>
    <message>
        <source>Margins of single areas cannot be used with {what}: give one share for all areas as POPULATION_ERROR.</source>
        <translation>Les marges de zones particulières ne peuvent pas être utilisées avec {what} : donnez une même part pour toutes les zones comme POPULATION_ERROR.</translation>
    </message>
    <message>
        <source>The bound allows for people of some areas being up to {ratio:g} times as likely to be patients as people elsewhere.</source>
        <translation>La borne tient compte de ce que les habitants de certaines zones peuvent avoir jusqu’à {ratio:g} fois la probabilité de ceux d’ailleurs d’être des patients.</translation>
    </message>
    <message>
        <source>Where some are likelier patients than others</source>
        <translation>Là où certains sont plus susceptibles que d’autres</translation>
    </message>
    <message>
        <source>The figures at random rates are the median, over sets of rates drawn for the areas, of what an observer who knows these rates reaches about the person most exposed. Rates that are published or known (an outbreak, an old quarter) call for a higher ratio of rates.</source>
        <translation>Les chiffres sous des taux aléatoires sont la médiane, sur des jeux de taux tirés pour les zones, de ce qu’atteint un observateur qui connaît ces taux sur la personne la plus exposée. Des taux publiés ou connus (une flambée, un vieux quartier) appellent un plus grand rapport des taux.</translation>
    </message>
    <message>
        <source>populations – each count is right within its margin of error;</source>
        <translation>populations – chaque effectif est exact à sa marge d’erreur près ;</translation>
    </message>
    <message>
        <source>populations – the counts are right;</source>
        <translation>populations – les effectifs sont exacts ;</translation>
    </message>
    <message>
        <source>Curve of risk and distance</source>
        <translation>Courbe du risque et de la distance</translation>
    </message>
    <message>
        <source>With RISKS: method, risk, move_m, placed_move_m (from home to masked place) and gap.</source>
        <translation>Avec RISKS : method, risk, move_m, placed_move_m (du domicile au lieu masqué) et gap.</translation>
    </message>
    <message>
        <source>Solve a masking strategy</source>
        <translation>Résoudre une stratégie de masquage</translation>
    </message>
    <message>
        <source>curve</source>
        <translation>courbe</translation>
    </message>
    <message>
        <source>trade-off</source>
        <translation>compromis</translation>
    </message>
    <message>
        <source>solver</source>
        <translation>solveur</translation>
    </message>
    <message>
        <source>Finds the probabilities of moving a record from one area to another that move people least within the risk bound, for “Mask points: least move”. Further bounds give a curve of risk and distance.</source>
        <translation>Trouve les probabilités de déplacer un enregistrement d’une zone à l’autre qui déplacent le moins sous la borne du risque, pour « Masquer des points : moindre déplacement ». D’autres bornes donnent une courbe du risque et de la distance.</translation>
    </message>
    <message>
        <source>None of the risk bounds can be reached. Enter larger ones.</source>
        <translation>Aucune des bornes du risque ne peut être atteinte. Entrez-en de plus grandes.</translation>
    </message>
    <message>
        <source>Expected move, from home to masked place</source>
        <translation>Déplacement attendu, du domicile au lieu masqué</translation>
    </message>
    <message>
        <source>Between the points of the areas</source>
        <translation>Entre les points des zones</translation>
    </message>
    <message>
        <source>Further risk bounds</source>
        <translation>Autres bornes du risque</translation>
    </message>
    <message>
        <source>Such as 0.2, 0.1 for 1 in 5 and 1 in 10: each is solved as well, for CURVE and the report's chart.</source>
        <translation>P. ex. 0.2, 0.1 pour 1 sur 5 et 1 sur 10 : chacune est aussi résolue, pour CURVE et le graphique du rapport.</translation>
    </message>
    <message>
        <source>For which the expected move is reported. point: the destination's point. scatter: anywhere inside its polygon.</source>
        <translation>Pour lequel le déplacement est indiqué. point : le point de la destination. scatter : n’importe où dans son polygone.</translation>
    </message>
    <message>
        <source>Origin, destination, probability (each origin's sum to 1; keep all digits) and distance_m; coordinates of destinations that are no areas.</source>
        <translation>Origin, destination, probability (somme 1 par origine ; gardez tous les chiffres) et distance_m ; coordonnées des destinations qui ne sont pas des zones.</translation>
    </message>
    <message>
        <source>Expected move between the areas' points (m)</source>
        <translation>Déplacement attendu entre les points des zones (m)</translation>
    </message>
    <message>
        <source>Certified distance from the optimum (share)</source>
        <translation>Distance certifiée à l’optimum (part)</translation>
    </message>
    <message>
        <source>The strategy</source>
        <translation>La stratégie</translation>
    </message>
    <message>
        <source>A curve needs several risk bounds: enter them as RISKS.</source>
        <translation>Une courbe demande plusieurs bornes du risque : indiquez-les dans RISKS.</translation>
    </message>
    <message>
        <source>The curve</source>
        <translation>La courbe</translation>
    </message>
    <message>
        <source>Moves with a probability</source>
        <translation>Déplacements de probabilité non nulle</translation>
    </message>
    <message>
        <source>Destinations used</source>
        <translation>Destinations utilisées</translation>
    </message>
    <message>
        <source>Transition probabilities for releasing records at other places than their own.</source>
        <translation>Probabilités de transition pour diffuser des enregistrements ailleurs qu’en leur lieu.</translation>
    </message>
    <message>
        <source>Nobody can tell from all releases together, with a chance above the limit, that a given person is in the data, where records are independent. In areas with fewer people than there are records, nobody can tell so of a record that it came from there. What is proved of distinct people is a check of its own.</source>
        <translation>Personne ne peut dire d’après toutes les diffusions ensemble, avec une probabilité supérieure à la limite et les enregistrements pris pour indépendants, qu’une personne donnée est dans les données ; dans les zones de moins de personnes qu’il n’y a d’enregistrements, personne ne peut dire ainsi d’un enregistrement qu’il en vient. Ce qui est prouvé de personnes distinctes est une vérification à part.</translation>
    </message>
    <message>
        <source>so many of the people are records that nothing is proved of their dots together. Release fewer records, or ask for Wieland's promise.</source>
        <translation>une si grande part des habitants sont des enregistrements que rien n’est prouvé de leurs points pris ensemble. Publiez moins d’enregistrements, ou demandez la garantie de Wieland.</translation>
    </message>
    <message>
        <source>Give each stratum a field with the people who belong to it alone.</source>
        <translation>Donnez à chaque strate un champ avec les personnes qui n’appartiennent qu’à elle.</translation>
    </message>
    <message>
        <source>how sure these dots let anyone be of any one person, at most</source>
        <translation>certitude maximale que ces points donnent sur une personne</translation>
    </message>
    <message>
        <source>Model of Wieland: bound on the chance that a given person is in the data at all</source>
        <translation>Modèle de Wieland : borne de la probabilité qu’une personne donnée figure dans les données</translation>
    </message>
    <message>
        <source>Everybody's model: bound on the chance that a given person is in the data, proved of the dots that were drawn; in areas with fewer people than there are records, on the chance that a dot came from there</source>
        <translation>Modèle de chacun : borne de la probabilité qu’une personne donnée figure dans les données, prouvée pour les points tirés ; dans les zones qui comptent moins d’habitants qu’il n’y a d’enregistrements, de la probabilité qu’un point en provienne</translation>
    </message>
    <message>
        <source>Revised model: as Wieland's where an area has at least as many people as there are records, else bound on the chance that a record came from the area</source>
        <translation>Modèle révisé : celui de Wieland où une zone a au moins autant de personnes qu’il y a d’enregistrements, sinon une borne sur la chance que l’enregistrement vienne de la zone</translation>
    </message>
    <message>
        <source>Nobody can tell from one place drawn by this table, with a chance above the limit, that it came from a given area with fewer people than there are records; and one place tells so little of any person that all places together seldom say more than the limit. What they say is judged when they are drawn.</source>
        <translation>Personne ne peut dire d’un emplacement tiré de cette table, avec une probabilité supérieure à la limite, qu’il provient d’une zone donnée qui compte moins d’habitants qu’il n’y a d’enregistrements ; et un emplacement dit si peu de chaque personne que tous ensemble disent rarement plus que la limite. Ce qu’ils disent est jugé une fois tirés.</translation>
    </message>
    <message>
        <source>Nobody can tell from places drawn by this table, each read by itself, with a chance above the limit, that a given person is in the data; in areas with fewer people than there are records, nobody can tell from a record's place that it came from there. What all places tell together is judged when they are drawn.</source>
        <translation>Personne ne peut dire d’après des lieux tirés de cette table, chacun lu à part, avec une probabilité supérieure à la limite, qu’une personne donnée est dans les données ; dans les zones de moins de personnes qu’il n’y a d’enregistrements, personne ne peut dire d’après le lieu d’un enregistrement qu’il en vient. Ce que tous les lieux disent ensemble est jugé quand ils sont tirés.</translation>
    </message>
    <message>
        <source>the same, reads all dots together, and knows that the records are different people</source>
        <translation>comme le précédent, mais lit tous les points ensemble et sait que les enregistrements sont des personnes différentes</translation>
    </message>
    <message>
        <source>{areas} of {all} areas, with {people} people, have fewer people than there are records: of them it is promised only that a record is not traced to the area.</source>
        <translation>{areas} des {all} zones, avec {people} personnes, comptent moins de personnes qu’il n’y a d’enregistrements : il leur est seulement promis qu’un enregistrement ne soit pas attribué à la zone.</translation>
    </message>
    <message>
        <source>Anyone who reads these dots together may be as sure as {risk} that one particular person is a patient, more than the {limit} that you asked for.</source>
        <translation>Quiconque lit ces points ensemble peut désigner une personne comme patient avec une probabilité de {risk} d’avoir raison, au-dessus de la limite demandée de {limit}.</translation>
    </message>
    <message>
        <source>Some dots stand for a whole household: this was computed for the dots of this map.</source>
        <translation>Certains points représentent tout un ménage : c’est calculé pour les points de cette carte.</translation>
    </message>
    <message>
        <source>Anyone who says, from this map, that a particular person is one of the patients has at most a 1 in {limit} chance of being right, even knowing exactly how the map was made. {why}</source>
        <translation>Quiconque désigne, d’après cette carte, une personne comme l’un des patients a au plus 1 chance sur {limit} d’avoir raison, même en sachant exactement comment la carte a été faite. {why}</translation>
    </message>
    <message>
        <source>Anyone who says, from all the dots of this map together, that a particular person is one of the patients has at most a 1 in {limit} chance of being right, even knowing exactly how the map was made. So has anyone who says from which of the {areas} areas with fewer people than there are patients a dot came.</source>
        <translation>Quiconque désigne, d’après l’ensemble des points de cette carte, une personne comme l’un des patients a au plus 1 chance sur {limit} d’avoir raison, même en sachant exactement comment la carte a été faite. Il en va de même pour qui dit de laquelle des {areas} zones comptant moins d’habitants qu’il n’y a de patients un point provient.</translation>
    </message>
    <message>
        <source>Anyone who says, from all the dots of this map together, that a particular person is one of the patients has at most a 1 in {limit} chance of being right.</source>
        <translation>Quiconque désigne, d’après l’ensemble des points de cette carte, une personne comme l’un des patients a au plus 1 chance sur {limit} d’avoir raison.</translation>
    </message>
    <message>
        <source>{claim} So has anyone who says from which of the {areas} small areas a dot came; to the people who live there, nothing was promised in advance.</source>
        <translation>{claim} Il en va de même pour qui dit de laquelle des {areas} petites zones un point provient ; aux personnes qui y vivent, rien n’a été garanti d’avance.</translation>
    </message>
    <message>
        <source>Anyone who says, from all releases of the ledger together, that a particular person is one of the patients has at most a 1 in {limit} chance of being right, even knowing exactly how they were made.</source>
        <translation>Quiconque désigne, d’après l’ensemble des publications du registre, une personne comme l’un des patients a au plus 1 chance sur {limit} d’avoir raison, même en sachant exactement comment elles ont été faites.</translation>
    </message>
    <message>
        <source>Anyone who says, from a map that is drawn by this table, that a particular person is one of the patients has at most a 1 in {limit} chance of being right, even knowing exactly how the map is made.</source>
        <translation>Quiconque désigne, d’après une carte tirée de cette table, une personne comme l’un des patients a au plus 1 chance sur {limit} d’avoir raison, même en sachant exactement comment la carte est faite.</translation>
    </message>
    <message>
        <source>The METRICS of the masking do not say which model was taken. Mask again.</source>
        <translation>Les METRICS du masquage ne disent pas quel modèle a été retenu. Masquez de nouveau.</translation>
    </message>
    <message>
        <source>The METRICS of the masking state the bound {bound} and were judged by {limit}: no probability, or not the same. Mask again.</source>
        <translation>Les METRICS du masquage indiquent la borne {bound} et ont été jugées selon {limit} : ce n’est pas une probabilité, ou pas la même. Masquez de nouveau.</translation>
    </message>
    <message>
        <source>the released places, the populations, the method and its table of probabilities</source>
        <translation>les lieux diffusés, les populations, la méthode et sa table de probabilités</translation>
    </message>
    <message>
        <source>all people of the areas</source>
        <translation>toutes les personnes des zones</translation>
    </message>
    <message>
        <source>The METRICS of the masking state the achieved risk {risk}, which is no probability. Mask again.</source>
        <translation>Les METRICS du masquage indiquent le risque atteint {risk}, qui n’est pas une probabilité. Masquez de nouveau.</translation>
    </message>
    <message>
        <source>all dots together, and that the records are different people</source>
        <translation>tous les points ensemble, et que les enregistrements sont des personnes différentes</translation>
    </message>
    <message>
        <source>all releases of the ledger together, with the method and all tables of probabilities</source>
        <translation>toutes les diffusions du registre ensemble, avec la méthode et toutes les tables de probabilités</translation>
    </message>
    <message>
        <source>all people of the areas, as every release had them</source>
        <translation>toutes les personnes des zones, telles que chaque diffusion les avait</translation>
    </message>
    <message>
        <source>All releases together keep the limit of {limit} where records are independent, as the model takes them to be; for a list of distinct people {proved} is proved.</source>
        <translation>L’ensemble des publications respecte la limite de {limit} si les enregistrements sont indépendants, comme le modèle le suppose ; pour une liste de personnes distinctes, {proved} est prouvé.</translation>
    </message>
    <message>
        <source>Nobody counted the people of these strata; a least share of each area's people was stated ({stated}). The bound holds where no area has a smaller share.</source>
        <translation>Personne n’a compté les personnes de ces strates ; une plus petite part des personnes de chaque zone a été indiquée ({stated}). La borne vaut là où aucune zone n’a de part plus petite.</translation>
    </message>
    <message>
        <source>The strata count {sum} people where {all} live: some are counted in several strata. {right}</source>
        <translation>Les strates comptent {sum} personnes là où {all} habitent : certaines sont comptées dans plusieurs strates. {right}</translation>
    </message>
    <message>
        <source>the points of one record in every release, with the method and all tables of probabilities</source>
        <translation>les points d’un enregistrement dans chaque diffusion, avec la méthode et toutes les tables de probabilités</translation>
    </message>
    <message>
        <source>The risk was measured on the very probabilities that the draws use, by code that shares nothing with the solver.</source>
        <translation>Le risque a été mesuré sur les probabilités mêmes que les tirages utilisent, par un code qui ne partage rien avec le solveur.</translation>
    </message>
    <message>
        <source>Every area has at least as many people as there are records: all have the whole promise.</source>
        <translation>Chaque zone compte au moins autant de personnes qu’il y a d’enregistrements : tous ont la promesse entière.</translation>
    </message>
    <message>
        <source>Records from areas with fewer people than there are records: {records}.</source>
        <translation>Enregistrements de zones qui ont moins de personnes qu’il n’y a d’enregistrements : {records}.</translation>
    </message>
    <message>
        <source>This is promised whatever dots are drawn.</source>
        <translation>Cela est promis quels que soient les points tirés.</translation>
    </message>
    <message>
        <source>all people of the areas, and asks for any one of them</source>
        <translation>tous les habitants des zones, et s’interroge sur n’importe lequel d’entre eux</translation>
    </message>
    <message>
        <source>these METRICS do not say what all dots tell together. Mask again with this version.</source>
        <translation>ces METRICS ne disent pas ce que tous les points révèlent ensemble. Masquez de nouveau avec cette version.</translation>
    </message>
    <message>
        <source>What all releases show together is summed as if records were independent; for a list of distinct people nothing is proved of so many dots that show so much.</source>
        <translation>Ce que toutes les diffusions montrent ensemble est sommé comme si les enregistrements étaient indépendants ; pour une liste de personnes distinctes, rien n’est prouvé de tant de points qui montrent autant.</translation>
    </message>
    <message>
        <source>Give a larger bound, or set a plan or a smaller limit of one dot in “Release ledger”.</source>
        <translation>Donnez une borne plus grande, ou réglez un plan ou une limite plus petite d’un point dans « Registre des diffusions ».</translation>
    </message>
    <message>
        <source>For a list of distinct people, {proved} is proved of all releases together.</source>
        <translation>Pour une liste de personnes distinctes, {proved} est prouvé de l’ensemble des publications.</translation>
    </message>
    <message>
        <source>The stratum {stratum} counts all {all} people of the areas. {right}</source>
        <translation>La strate {stratum} compte toutes les {all} personnes des zones. {right}</translation>
    </message>
    <message>
        <source>The strata count {sum} of the {all} people of the areas.</source>
        <translation>Les strates comptent {sum} des {all} personnes des zones.</translation>
    </message>
    <message>
        <source>The field of the stratum {stratum} counts more people than live in {count} areas ({areas}). How many people a patient hides among is not known.</source>
        <translation>Le champ de la strate {stratum} compte plus de personnes qu’il n’en vit dans {count} zones ({areas}). On ne sait donc pas parmi combien de personnes un patient se fond.</translation>
    </message>
    <message>
        <source>Anyone who reads these dots together may be as sure as {risk} that one particular person is a patient, more than the {limit} that you asked for. Do not draw again: have the higher figure approved; next time, release fewer records or ask for Wieland's promise.</source>
        <translation>Quiconque lit ces points ensemble peut désigner une personne comme patient avec une probabilité de {risk} d’avoir raison, au-dessus de la limite demandée de {limit}. Ne tirez pas de nouveau : faites approuver ce chiffre plus élevé ; la prochaine fois, publiez moins d’enregistrements ou demandez la garantie de Wieland.</translation>
    </message>
    <message>
        <source>all areas with fewer people than there are records, and asks which one a dot came from</source>
        <translation>toutes les zones qui comptent moins d’habitants qu’il n’y a d’enregistrements, et cherche de laquelle provient un point</translation>
    </message>
    <message>
        <source>By the fewest people that can be counted behind it now, a dot tells with a chance of {risk} that it came from an area with fewer people than there are records, above the limit of {limit}. Of the single people of these areas all releases together show {shown} at most, within it.</source>
        <translation>Par le plus petit nombre de personnes que l’on peut maintenant compter derrière lui, un point dit avec une probabilité de {risk} qu’il vient d’une zone qui a moins d’habitants qu’il n’y a d’enregistrements, au-dessus de la limite de {limit}. De chaque personne de ces zones, l’ensemble des publications montre {shown} au plus, dans la limite.</translation>
    </message>
    <message>
        <source>The list has grown past the people of some areas, and a dot that was drawn before tells with a chance of {risk} that it came from such an area, above the limit of {limit}. Of the single people of these areas all releases together show {shown} at most, within it.</source>
        <translation>La liste a dépassé le nombre d’habitants de certaines zones, et un point tiré auparavant dit avec une probabilité de {risk} qu’il vient d’une telle zone, au-dessus de la limite de {limit}. De chaque personne de ces zones, l’ensemble des publications montre {shown} au plus, dans la limite.</translation>
    </message>
    <message>
        <source>Behind {count} dots already released fewer people can be counted now than when they were drawn, because of the fields or populations of a release.</source>
        <translation>Derrière {count} points déjà diffusés, on compte maintenant moins de personnes que lors de leur tirage, à cause des champs ou des populations d’une diffusion.</translation>
    </message>
    <message>
        <source>What is released cannot be taken back. Publish nothing more of these people at this bound, or choose a larger one.</source>
        <translation>Ce qui est sorti ne peut être rappelé. Ne publiez plus rien de ces personnes sous cette borne, ou choisissez-en une plus grande.</translation>
    </message>
    <message>
        <source>{count} dots already released show values ({fields}) whose people nobody counted together: how few people anybody can now count behind these dots is not known.</source>
        <translation>{count} points déjà diffusés montrent des valeurs ({fields}) dont personne n’a compté les habitants ensemble : on ne sait pas à combien peu de personnes ces points peuvent maintenant être ramenés.</translation>
    </message>
    <message>
        <source>Use one field that joins {fields} as STRATUM, with the population of each value for the areas of all releases, and release it; or do not release what no release has shown yet.</source>
        <translation>Utilisez comme STRATUM un champ qui joint {fields}, avec la population de chaque valeur pour les zones de toutes les diffusions, et diffusez-le ; ou ne diffusez pas ce qu’aucune diffusion n’a encore montré.</translation>
    </message>
    <message>
        <source>{count} released dots stand for nobody: by the fewest people that any release stated, no area that they may have come from is inhabited. How many people a patient hides among is not known.</source>
        <translation>{count} points diffusés ne représentent personne : d’après les plus petites populations indiquées, aucune zone dont ils peuvent venir n’est habitée. On ne sait donc pas parmi combien de personnes un patient se fond.</translation>
    </message>
    <message>
        <source>Use the population of the people whom the patients come from, the same in all releases.</source>
        <translation>Utilisez la population des personnes dont viennent les patients, la même dans toutes les diffusions.</translation>
    </message>
    <message>
        <source>All {count} records are new to the ledger, and nobody of its earlier releases is in the list. Were they named by another field then, they are drawn twice, and no bound holds.</source>
        <translation>Les {count} enregistrements sont tous nouveaux pour le registre, et personne de ses diffusions antérieures n’est dans la liste. S’ils étaient alors nommés par un autre champ, ils sont tirés deux fois, et aucune borne ne tient.</translation>
    </message>
    <message>
        <source>Compare LEDGER_ID with that of the earlier releases.</source>
        <translation>Comparez LEDGER_ID avec celui des diffusions antérieures.</translation>
    </message>
    <message>
        <source>{count} patients have a second dot, because their first address was corrected. Whoever of them did live where the first dot was drawn from is revealed by both dots together.</source>
        <translation>{count} patients ont un second point, parce que leur première adresse a été corrigée. Qui d’entre eux vivait bien là d’où le premier point a été tiré est révélé par les deux points ensemble.</translation>
    </message>
    <message>
        <source>{count} records were released without the ledger: what their dots show together with these can't be judged.</source>
        <translation>{count} enregistrements ont été diffusés sans le registre : ce que leurs points montrent avec ceux-ci ne peut être jugé.</translation>
    </message>
    <message>
        <source>Enter all releases of these people in one ledger.</source>
        <translation>Inscrivez toutes les diffusions de ces personnes dans un seul registre.</translation>
    </message>
    <message>
        <source>Anyone who reads these dots together may be as sure as {risk} that one of them came from a particular small area, more than the {limit} that you asked for. Do not draw again: have the higher figure approved; next time, release fewer records.</source>
        <translation>Quiconque lit ces points ensemble peut dire de quelle petite zone l’un d’eux provient avec une probabilité de {risk} d’avoir raison, au-dessus de la limite demandée de {limit}. Ne tirez pas de nouveau : faites approuver ce chiffre plus élevé ; la prochaine fois, publiez moins d’enregistrements.</translation>
    </message>
    <message>
        <source>ledger</source>
        <translation>registre</translation>
    </message>
    <message>
        <source>repeated release</source>
        <translation>diffusion répétée</translation>
    </message>
    <message>
        <source>budget</source>
        <translation>budget</translation>
    </message>
    <message>
        <source>update</source>
        <translation>mise à jour</translation>
    </message>
    <message>
        <source>next year</source>
        <translation>année suivante</translation>
    </message>
    <message>
        <source>Makes a ledger in which “Mask points: least move” keeps who was released where, or opens one, shows what it holds and sets what its releases are held to. Keep its key elsewhere; release neither.</source>
        <translation>Crée un registre où « Masquer des points : moindre déplacement » garde qui a été diffusé où, ou en ouvre un, montre son contenu et fixe ce que ses diffusions respectent. Gardez sa clé ailleurs ; ne publiez ni l’un ni l’autre.</translation>
    </message>
    <message>
        <source>Planned records</source>
        <translation>Enregistrements prévus</translation>
    </message>
    <message>
        <source>Records that will be released in all, earlier ones included. 0: no plan; each release may spend a sixth of what is left.</source>
        <translation>Enregistrements qui seront diffusés en tout, les antérieurs compris. 0 : pas de plan ; chaque diffusion peut dépenser un sixième de ce qui reste.</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>Lot</translation>
    </message>
    <message>
        <source>After the first release, new records wait until this many are new, 10 where nothing is set.</source>
        <translation>Après la première diffusion, les nouveaux enregistrements attendent d’être aussi nombreux, 10 si rien n’est fixé.</translation>
    </message>
    <message>
        <source>Patients who left the list</source>
        <translation>Patients qui ont quitté la liste</translation>
    </message>
    <message>
        <source>batch, where nothing is set: their dots leave together, a batch at a time. at_once: they leave now, and whoever knows who left knows their dots.</source>
        <translation>batch, si rien n’est fixé : leurs points sortent ensemble, par lots. at_once : ils sortent maintenant ; qui sait qui est parti connaît alors leurs points.</translation>
    </message>
    <message>
        <source>Known patients in another area</source>
        <translation>Patients connus dans une autre zone</translation>
    </message>
    <message>
        <source>ask, where nothing is set: stop and name them. keep: they moved house, and keep their first dot. leave_out: they leave. corrected: the first address was wrong; they are drawn again, once.</source>
        <translation>ask, si rien n’est fixé : s’arrêter et les nommer. keep : ils ont déménagé et gardent leur premier point. leave_out : ils sortent. corrected : la première adresse était fausse ; ils sont tirés à nouveau, une fois.</translation>
    </message>
    <message>
        <source>Identifiers that look alike</source>
        <translation>Identifiants qui se ressemblent</translation>
    </message>
    <message>
        <source>ask, where nothing is set: stop where identifiers differ only in case, leading zeros or blanks. different: they are different people.</source>
        <translation>ask, si rien n’est fixé : s’arrêter si des identifiants ne diffèrent que par la casse, des zéros initiaux ou des espaces. different : ce sont des personnes différentes.</translation>
    </message>
    <message>
        <source>Most that one dot may show</source>
        <translation>Le plus qu’un point peut montrer</translation>
    </message>
    <message>
        <source>Largest probability with which a single new dot may be anybody's. 0, or nothing set: by the bound.</source>
        <translation>Plus grande probabilité avec laquelle un seul nouveau point peut être celui de quelqu’un. 0, ou rien : selon la borne.</translation>
    </message>
    <message>
        <source>Records released without the ledger</source>
        <translation>Enregistrements diffusés sans le registre</translation>
    </message>
    <message>
        <source>Records of the same people that were released without this ledger: they are counted, but what their dots show can't be judged.</source>
        <translation>Enregistrements des mêmes personnes diffusés sans ce registre : ils sont comptés, mais ce que montrent leurs points ne peut être jugé.</translation>
    </message>
    <message>
        <source>Existing ledger</source>
        <translation>Registre existant</translation>
    </message>
    <message>
        <source>A ledger to open: it is verified and shown, and what is set here is entered. Empty: a new one is made.</source>
        <translation>Un registre à ouvrir : il est vérifié et montré, et ce qui est fixé ici y est inscrit. Vide : un nouveau est créé.</translation>
    </message>
    <message>
        <source>Its key</source>
        <translation>Sa clé</translation>
    </message>
    <message>
        <source>Its key file, or a text file with the letters of its recovery sheet. Empty: the key kept in QGIS.</source>
        <translation>Son fichier de clé, ou un fichier texte avec les lettres de sa feuille de secours. Vide : la clé conservée dans QGIS.</translation>
    </message>
    <message>
        <source>Budget for counts with noise (ε)</source>
        <translation>Budget pour les effectifs avec bruit (ε)</translation>
    </message>
    <message>
        <source>What all releases of counts with differential privacy (RELEASE_RULE dp) together may reveal of a patient: 1 is strict. It can't be changed later. Empty: no such counts.</source>
        <translation>Ce que toutes les diffusions d’effectifs à confidentialité différentielle (RELEASE_RULE dp) peuvent révéler ensemble d’un patient : 1 est strict. Ne se change plus ensuite. Vide : pas de tels effectifs.</translation>
    </message>
    <message>
        <source>Keep the key in QGIS, too</source>
        <translation>Garder aussi la clé dans QGIS</translation>
    </message>
    <message>
        <source>Keeps the key in QGIS's authentication manager as well; LEDGER_KEY is then left empty on this computer.</source>
        <translation>Garde aussi la clé dans le gestionnaire d’authentification de QGIS ; LEDGER_KEY reste alors vide sur cet ordinateur.</translation>
    </message>
    <message>
        <source>New ledger</source>
        <translation>Nouveau registre</translation>
    </message>
    <message>
        <source>The new ledger, a GeoPackage. Its table “releases” can be read; its entries are sealed.</source>
        <translation>Le nouveau registre, un GeoPackage. Sa table « releases » peut être lue ; ses entrées sont scellées.</translation>
    </message>
    <message>
        <source>GeoPackages (*.gpkg)</source>
        <translation>GeoPackages (*.gpkg)</translation>
    </message>
    <message>
        <source>Key of the new ledger</source>
        <translation>Clé du nouveau registre</translation>
    </message>
    <message>
        <source>The secret key. Whoever has it and the ledger can read all dots; without it nobody can be recognised.</source>
        <translation>La clé secrète. Qui l’a avec le registre peut lire tous les points ; sans elle nul ne peut être reconnu.</translation>
    </message>
    <message>
        <source>Key files (*.key)</source>
        <translation>Fichiers de clé (*.key)</translation>
    </message>
    <message>
        <source>Recovery sheet</source>
        <translation>Feuille de secours</translation>
    </message>
    <message>
        <source>The key in letters to print and lock away. Delete the file afterwards.</source>
        <translation>La clé en lettres, à imprimer et à enfermer. Supprimez ensuite le fichier.</translation>
    </message>
    <message>
        <source>Text files (*.txt)</source>
        <translation>Fichiers texte (*.txt)</translation>
    </message>
    <message>
        <source>Releases of masked points</source>
        <translation>Diffusions de points masqués</translation>
    </message>
    <message>
        <source>Records ever drawn</source>
        <translation>Enregistrements tirés en tout</translation>
    </message>
    <message>
        <source>Open an existing ledger, or choose files for a new one and its key: not both at once.</source>
        <translation>Ouvrez un registre existant, ou choisissez des fichiers pour un nouveau et sa clé : pas les deux à la fois.</translation>
    </message>
    <message>
        <source>The budget of a ledger is set when it is made, and can't be changed later.</source>
        <translation>Le budget d’un registre est fixé à sa création et ne peut plus être changé.</translation>
    </message>
    <message>
        <source>Choose a file for the new ledger and one for its key, or give an existing ledger.</source>
        <translation>Choisissez un fichier pour le nouveau registre et un pour sa clé, ou donnez un registre existant.</translation>
    </message>
    <message>
        <source>A temporary ledger or key is gone when QGIS closes, and with it the memory of what was released. Choose files that stay, for both.</source>
        <translation>Un registre ou une clé temporaire disparaît à la fermeture de QGIS, et avec lui la mémoire de ce qui a été diffusé. Choisissez pour les deux des fichiers qui restent.</translation>
    </message>
    <message>
        <source>The ledger was read and verified whole: no entry was altered, deleted or swapped, and every witness that this computer keeps stands in it.</source>
        <translation>Le registre a été lu et vérifié en entier : aucune entrée n’a été modifiée, supprimée ni échangée, et chaque témoin que garde cet ordinateur y figure.</translation>
    </message>
    <message>
        <source>chosen by the bound</source>
        <translation>choisi d’après la borne</translation>
    </message>
    <message>
        <source>What its releases are held to</source>
        <translation>Ce à quoi ses diffusions sont tenues</translation>
    </message>
    <message>
        <source>Begun</source>
        <translation>Commencée</translation>
    </message>
    <message>
        <source>Written</source>
        <translation>Écrite</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Couche</translation>
    </message>
    <message>
        <source>Releases of zones or counts</source>
        <translation>Diffusions de secteurs ou d’effectifs</translation>
    </message>
    <message>
        <source>not known; it counts as released</source>
        <translation>inconnu ; compte comme diffusée</translation>
    </message>
    <message>
        <source>The key is not in QGIS's authentication manager: {reason}. Give the key file as LEDGER_KEY.</source>
        <translation>La clé n’est pas dans le gestionnaire d’authentification de QGIS : {reason}. Donnez le fichier de clé comme LEDGER_KEY.</translation>
    </message>
    <message>
        <source>Patients with a dot</source>
        <translation>Patients ayant un point</translation>
    </message>
    <message>
        <source>Of them withdrawn</source>
        <translation>Dont retirés</translation>
    </message>
    <message>
        <source>What the ledger holds</source>
        <translation>Ce que contient le registre</translation>
    </message>
    <message>
        <source>Mask points: random moves</source>
        <translation>Masquer des points : déplacements aléatoires</translation>
    </message>
    <message>
        <source>donut</source>
        <translation>beignet</translation>
    </message>
    <message>
        <source>perturbation</source>
        <translation>perturbation</translation>
    </message>
    <message>
        <source>displacement</source>
        <translation>déplacement</translation>
    </message>
    <message>
        <source>gaussian</source>
        <translation>gaussien</translation>
    </message>
    <message>
        <source>laplace</source>
        <translation>laplace</translation>
    </message>
    <message>
        <source>geo-indistinguishability</source>
        <translation>géo-indiscernabilité</translation>
    </message>
    <message>
        <source>swap</source>
        <translation>échange</translation>
    </message>
    <message>
        <source>voronoi</source>
        <translation>voronoi</translation>
    </message>
    <message>
        <source>dhs</source>
        <translation>dhs</translation>
    </message>
    <message>
        <source>mics</source>
        <translation>mics</translation>
    </message>
    <message>
        <source>street</source>
        <translation>rues</translation>
    </message>
    <message>
        <source>Moves patients at random by one of the usual masks. None proves a bound on the risk except where k is checked; “Mask points: least move” does. Measure the result with “Evaluate a mask”.</source>
        <translation>Déplace les patients au hasard par l’un des masques usuels. Aucun ne prouve une borne du risque, sauf où k est vérifié ; « Masquer des points : moindre déplacement » le fait. Mesurez le résultat avec « Évaluer un masque ».</translation>
    </message>
    <message>
        <source>It lies in no area. Leave it out, or give areas that hold all records.</source>
        <translation>Il n’est dans aucune zone. Laissez-le de côté, ou donnez des zones qui contiennent tous les enregistrements.</translation>
    </message>
    <message>
        <source>populationdonut needs ADDRESSES, or census AREAS with the field POPULATION, to count people.</source>
        <translation>populationdonut exige ADDRESSES, ou des AREAS de recensement avec le champ POPULATION, pour compter les personnes.</translation>
    </message>
    <message>
        <source>Moves are independent: each further release of the same records with fresh moves reveals more. The average of m releases lies about the square root of m times nearer to the truth.</source>
        <translation>Les tirages sont indépendants : chaque nouvelle diffusion des mêmes enregistrements en dit plus. La moyenne de m diffusions est environ racine de m fois plus proche de la vérité.</translation>
    </message>
    <message>
        <source>Mask</source>
        <translation>Masque</translation>
    </message>
    <message>
        <source>donut, uniform: a ring or a disc. gaussian, bimodal: normal in both directions, or in the distance. laplace, geoind: geo-indistinguishable, geoind where people live. populationdonut: a ring by population; address: a real address; k is checked in both. grid, hexagon: centre of a cell. swap: another address. voronoi: nearest side of the Voronoi polygon. survey: as DHS and MICS. street: a junction nearby. elimination: anywhere in merged areas. adaptivevoronoi: a junction of the merged area, by the Voronoi side. optimal: a geo-indistinguishable table for up to a hundred areas.</source>
        <translation>donut, uniform : un anneau ou un disque. gaussian, bimodal : loi normale dans les deux directions, ou sur la distance. laplace, geoind : géo-indiscernable, geoind là où les gens habitent. populationdonut : un anneau selon la population ; address : une adresse réelle ; k est vérifié dans les deux cas. grid, hexagon : centre d’une maille. swap : une autre adresse. voronoi : le côté le plus proche du polygone de Voronoï. survey : comme DHS et MICS. street : un carrefour proche. elimination : n’importe où dans des zones fusionnées. adaptivevoronoi : un carrefour de la zone fusionnée, par le côté de Voronoï. optimal : une table géo-indiscernable pour une centaine de zones au plus.</translation>
    </message>
    <message>
        <source>Shortest move (m)</source>
        <translation>Plus court déplacement (m)</translation>
    </message>
    <message>
        <source>Inner distance: donut, bimodal, swap.</source>
        <translation>Distance intérieure : donut, bimodal, swap.</translation>
    </message>
    <message>
        <source>Outer distance of the same and of uniform.</source>
        <translation>Distance extérieure des mêmes et de uniform.</translation>
    </message>
    <message>
        <source>Standard deviation (m)</source>
        <translation>Écart type (m)</translation>
    </message>
    <message>
        <source>gaussian: of each of the two directions. bimodal: of the distance.</source>
        <translation>gaussian : de chacune des deux directions. bimodal : de la distance.</translation>
    </message>
    <message>
        <source>Cell size (m)</source>
        <translation>Taille des mailles (m)</translation>
    </message>
    <message>
        <source>grid: side. hexagon: distance of two centres.</source>
        <translation>grid : côté. hexagon : distance de deux centres.</translation>
    </message>
    <message>
        <source>ε per 100 m</source>
        <translation>ε pour 100 m</translation>
    </message>
    <message>
        <source>laplace, geoind, optimal: a dot is at most exp(ε) times as likely from one home as from another 100 m away. A HIGHER ε is LESS private; laplace moves 200/ε metres on average.</source>
        <translation>laplace, geoind, optimal : un point est au plus exp(ε) fois plus probable d’un domicile que d’un autre à 100 m. Un ε PLUS GRAND protège MOINS ; laplace déplace de 200/ε mètres en moyenne.</translation>
    </message>
    <message>
        <source>k: people to hide among</source>
        <translation>k : personnes parmi lesquelles se fondre</translation>
    </message>
    <message>
        <source>populationdonut, address: people or addresses at most as far from the dot as the home, at least; five times as many within the outer radius. street: fewest junctions looked at, five times as many at most. elimination, adaptivevoronoi: people of a merged region.</source>
        <translation>populationdonut, address : au moins autant de personnes ou d’adresses au plus aussi loin du point que le domicile ; cinq fois autant dans le rayon extérieur. street : nombre minimal de carrefours examinés, cinq fois autant au plus. elimination, adaptivevoronoi : habitants d’une région fusionnée.</translation>
    </message>
    <message>
        <source>Address points. swap and address need them; populationdonut, street and geoind use them, or else census areas.</source>
        <translation>Points d’adresses. swap et address en ont besoin ; populationdonut, street et geoind les utilisent, ou sinon des zones de recensement.</translation>
    </message>
    <message>
        <source>Census areas</source>
        <translation>Zones de recensement</translation>
    </message>
    <message>
        <source>Polygons with a population, for elimination, adaptivevoronoi and optimal, for populationdonut, geoind and street without addresses, and for CROWD and TABLE.</source>
        <translation>Polygones avec une population, pour elimination, adaptivevoronoi et optimal, pour populationdonut, geoind et street sans adresses, et pour CROWD et TABLE.</translation>
    </message>
    <message>
        <source>Field with one distinct code per census area, for CROWD and TABLE.</source>
        <translation>Champ avec un code distinct par zone de recensement, pour CROWD et TABLE.</translation>
    </message>
    <message>
        <source>Stay within</source>
        <translation>Rester dans</translation>
    </message>
    <message>
        <source>Polygons, without their water, that no record may leave: each stays in the one that holds its true place.</source>
        <translation>Polygones, sans leur eau, qu’aucun enregistrement ne peut quitter : chacun reste dans celui de son vrai lieu.</translation>
    </message>
    <message>
        <source>Lines from the true to the masked place of each record, with its move and the kind of mask. Never release them.</source>
        <translation>Lignes du lieu vrai au lieu masqué de chaque enregistrement, avec son déplacement et le type de masque. Ne les diffusez jamais.</translation>
    </message>
    <message>
        <source>Smallest k that was counted; NULL where none was</source>
        <translation>Plus petit k compté ; NULL s’il n’a pas été compté</translation>
    </message>
    <message>
        <source>{count} patients lie outside every polygon of “{layer}” (features {features}).</source>
        <translation>{count} patients sont hors de tout polygone de « {layer} » (entités {features}).</translation>
    </message>
    <message>
        <source>No patient lies in any polygon: there is nothing to mask.</source>
        <translation>Aucun patient n’est dans un polygone : il n’y a rien à masquer.</translation>
    </message>
    <message>
        <source>{method} keeps every record in its merged region: leave WITHIN empty, and cut water off AREAS.</source>
        <translation>{method} garde chaque enregistrement dans sa région fusionnée : laissez WITHIN vide et retirez l’eau de AREAS.</translation>
    </message>
    <message>
        <source>{method} needs census AREAS with the field POPULATION, to merge them.</source>
        <translation>{method} demande des AREAS de recensement avec le champ POPULATION, pour les fusionner.</translation>
    </message>
    <message>
        <source>optimal needs census AREAS with the field POPULATION, to move between.</source>
        <translation>optimal exige des AREAS de recensement avec le champ POPULATION, entre lesquelles déplacer.</translation>
    </message>
    <message>
        <source>Solving the table</source>
        <translation>Résolution de la table</translation>
    </message>
    <message>
        <source>geoind and optimal keep their promise only where no draw is repeated: leave WITHIN empty. Remapping brings dots to where people live.</source>
        <translation>geoind et optimal ne tiennent leur promesse que si aucun tirage n’est répété : laissez WITHIN vide. Le report amène les points là où des personnes habitent.</translation>
    </message>
    <message>
        <source>{method} needs a layer of ADDRESSES to choose from.</source>
        <translation>{method} exige une couche ADDRESSES où choisir.</translation>
    </message>
    <message>
        <source>The survey rule needs a field “urban” with U, urban or 1, and R, rural or 0.</source>
        <translation>La règle d’enquête exige un champ « urban » avec U, urban ou 1, et R, rural ou 0.</translation>
    </message>
    <message>
        <source>“{values}” in field “{field}” is neither urban (U, urban, 1) nor rural (R, rural, 0).</source>
        <translation>« {values} » dans le champ « {field} » n’est ni urbain (U, urban, 1) ni rural (R, rural, 0).</translation>
    </message>
    <message>
        <source>The moves</source>
        <translation>Les déplacements</translation>
    </message>
    <message>
        <source>What was done</source>
        <translation>Ce qui a été fait</translation>
    </message>
    <message>
        <source>Every position is masked: none is the true place of a record, and a dot on a house says nothing about who lives there. Names, order and identifiers of the input were dropped.</source>
        <translation>Chaque position est masquée : aucune n’est le vrai lieu d’un enregistrement, et un point sur une maison ne dit rien de qui y vit. Noms, ordre et identifiants de l’entrée ont été abandonnés.</translation>
    </message>
    <message>
        <source>Records were moved at random before release.</source>
        <translation>Des enregistrements ont été déplacés au hasard avant diffusion.</translation>
    </message>
    <message>
        <source>the released places</source>
        <translation>les lieux diffusés</translation>
    </message>
    <message>
        <source>the released places and the distribution of the moves, with its distances</source>
        <translation>les lieux diffusés et la loi des déplacements, avec ses distances</translation>
    </message>
    <message>
        <source>all addresses, or the patients' own homes</source>
        <translation>toutes les adresses, ou les domiciles des patients eux-mêmes</translation>
    </message>
    <message>
        <source>Cells repeat: a second release of the same records with the same cells adds nothing.</source>
        <translation>Les mailles se répètent : une deuxième diffusion des mêmes enregistrements avec les mêmes mailles n’ajoute rien.</translation>
    </message>
    <message>
        <source>The masked place is the midpoint to the nearest other record, so whoever knows one of the two knows the other. Use it for maps, not against somebody who knows records.</source>
        <translation>Le lieu masqué est le milieu vers le plus proche autre enregistrement : qui connaît l’un connaît l’autre. À utiliser pour des cartes, non contre qui connaît des enregistrements.</translation>
    </message>
    <message>
        <source>Whoever knows the homes of the list can compute where each record goes, unless it is alone in its region. k counts the people of the region for somebody who knows the map alone. Use it for maps, not against somebody who knows records.</source>
        <translation>Quiconque connaît les domiciles de la liste peut calculer où va chaque enregistrement, sauf s’il est seul dans sa région. k compte les habitants de la région pour qui ne connaît que la carte. À utiliser pour des cartes, pas contre quelqu’un qui connaît des enregistrements.</translation>
    </message>
    <message>
        <source>A higher ε is less private. The mean move is 2/ε.</source>
        <translation>Un ε plus grand protège moins. Le déplacement moyen est 2/ε.</translation>
    </message>
    <message>
        <source>What ε promises is about one dot: with m releases of the same records it is m times as large. A higher ε is less private. It says nothing of how many people live about a home, so that a lone farm is as near to its dot as a house in town.</source>
        <translation>Ce que ε promet vaut pour un point : avec m diffusions des mêmes enregistrements, c’est m fois autant. Un ε plus grand protège moins. Il ne dit rien du nombre de personnes qui habitent autour d’un domicile : une ferme isolée est aussi près de son point qu’une maison en ville.</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>Limites</translation>
    </message>
    <message>
        <source>inside the polygon that holds the record</source>
        <translation>dans le polygone qui contient l’enregistrement</translation>
    </message>
    <message>
        <source>measure the result with “Evaluate a mask”; “Mask points: least move” proves a bound.</source>
        <translation>mesurez le résultat avec « Évaluer un masque » ; « Masquer des points : moindre déplacement » prouve une borne.</translation>
    </message>
    <message>
        <source>Enlarge the polygons, or set OUTSIDE to leave_out.</source>
        <translation>Agrandissez les polygones, ou réglez OUTSIDE sur leave_out.</translation>
    </message>
    <message>
        <source>the polygons of the areas</source>
        <translation>les polygones des zones</translation>
    </message>
    <message>
        <source>Smallest k, counted after masking</source>
        <translation>Plus petit k, compté après masquage</translation>
    </message>
    <message>
        <source>Nobody is named from the released places with a chance above the limit.</source>
        <translation>Personne n’est nommé à partir des lieux diffusés avec une probabilité supérieure à la limite.</translation>
    </message>
    <message>
        <source>Nobody is named from the released places.</source>
        <translation>Personne ne peut être identifié d’après les lieux diffusés.</translation>
    </message>
    <message>
        <source>1 / k, k the people of the merged region</source>
        <translation>1 / k, k étant les personnes de la région fusionnée</translation>
    </message>
    <message>
        <source>1 / k, k the people at least as near to the masked place as the true home</source>
        <translation>1 / k, k étant les personnes au moins aussi proches du lieu masqué que le vrai domicile</translation>
    </message>
    <message>
        <source>other than the true one</source>
        <translation>hors du vrai lieu</translation>
    </message>
    <message>
        <source>The costs “{layer}” name {field} {names}, which is not in the layer. Use its identifiers.</source>
        <translation>Les coûts « {layer} » nomment {field} {names}, qui n’est pas dans la couche. Utilisez ses identifiants.</translation>
    </message>
    <message>
        <source>Tiles need all destinations. Leave the nearest destinations empty, the longest move and the costs too, or the areas of a tile in the settings of GeoDeID (GEODEID_TILES).</source>
        <translation>Les tuiles ont besoin de toutes les destinations. Laissez vides les destinations les plus proches, ainsi que le déplacement le plus long et les coûts, ou les zones d’une tuile dans les réglages de GeoDeID (GEODEID_TILES).</translation>
    </message>
    <message>
        <source>About {needed} of memory would be needed, and {there} are there. Choose fewer nearest destinations, smaller tiles, or a larger risk.</source>
        <translation>Il faudrait environ {needed} de mémoire, et il y en a {there}. Choisissez moins de destinations proches, de plus petites tuiles ou un plus grand risque.</translation>
    </message>
    <message>
        <source>Give either a Dask scheduler or a number of processes, not both.</source>
        <translation>Donnez soit un ordonnanceur Dask, soit un nombre de processus, pas les deux.</translation>
    </message>
    <message>
        <source>PLACEMENT address needs a layer of ADDRESSES to choose from.</source>
        <translation>PLACEMENT address exige une couche ADDRESSES où choisir.</translation>
    </message>
    <message>
        <source>PLACEMENT address needs destinations that are polygons.</source>
        <translation>PLACEMENT address exige des destinations qui sont des polygones.</translation>
    </message>
    <message>
        <source>cost</source>
        <translation>coût</translation>
    </message>
    <message>
        <source>{count} areas: about {minutes} minutes of processor time and {memory} of memory</source>
        <translation>{count} zones : environ {minutes} minutes de processeur et {memory} de mémoire</translation>
    </message>
    <message>
        <source>No Python with numpy and scipy was found beside QGIS: QGIS itself solves one tile after the other.</source>
        <translation>Aucun Python avec numpy et scipy n’a été trouvé à côté de QGIS : QGIS résout lui-même les tuiles l’une après l’autre.</translation>
    </message>
    <message>
        <source>{count} destinations hold no address ({names}): dots there are drawn anywhere inside.</source>
        <translation>{count} destinations ne contiennent aucune adresse ({names}) : les points y sont tirés n’importe où à l’intérieur.</translation>
    </message>
    <message>
        <source>Layer “{layer}” must hold polygons.</source>
        <translation>La couche « {layer} » doit contenir des polygones.</translation>
    </message>
    <message>
        <source>Choose AREA_ID: representative points are found by the field of that name.</source>
        <translation>Choisissez AREA_ID : les points représentatifs sont trouvés par le champ de ce nom.</translation>
    </message>
    <message>
        <source>Layer “{layer}” has no representative point for area {areas}.</source>
        <translation>La couche « {layer} » n’a pas de point représentatif pour la zone {areas}.</translation>
    </message>
    <message>
        <source>Layer “{layer}”: the field “{field}” does not hold the sizes of the areas in square metres. Choose the field that does; for polygons leave AREA_SIZE empty.</source>
        <translation>Couche « {layer} » : le champ « {field} » ne contient pas les superficies des zones en mètres carrés. Choisissez le champ qui les contient ; pour des polygones, laissez AREA_SIZE vide.</translation>
    </message>
    <message>
        <source>Layer “{layer}”: area {areas} has no boundary unit. Fill the field “{field}”.</source>
        <translation>Couche « {layer} » : la zone {areas} n’a pas d’unité. Remplissez le champ « {field} ».</translation>
    </message>
    <message>
        <source>{count} of {total} patients of “{layer}” lie outside every area (features {features}).</source>
        <translation>{count} patients sur {total} de « {layer} » sont hors de toute zone (entités {features}).</translation>
    </message>
    <message>
        <source>No patient lies in any area: there is nothing to mask.</source>
        <translation>Aucun patient n’est dans une zone : il n’y a rien à masquer.</translation>
    </message>
    <message>
        <source>{count} areas have no population and count as empty: {areas}.</source>
        <translation>{count} zones n’ont pas de population et comptent comme vides : {areas}.</translation>
    </message>
    <message>
        <source>They were held back.</source>
        <translation>Ils n’ont pas été diffusés.</translation>
    </message>
    <message>
        <source>Check both layers' coordinate reference systems, or set OUTSIDE to leave_out.</source>
        <translation>Vérifiez les systèmes de coordonnées des deux couches, ou réglez OUTSIDE sur leave_out.</translation>
    </message>
    <message>
        <source>Layer “{layer}”: only {read} of {held} features could be read. The file is damaged, or was changed elsewhere: load it again, or take another copy.</source>
        <translation>Couche « {layer} » : seules {read} entités sur {held} ont pu être lues. Le fichier est endommagé ou a été modifié ailleurs : rechargez-le, ou prenez une autre copie.</translation>
    </message>
    <message>
        <source>That is right for something that anyone may have, such as a diagnosis. Where it divides people, as sex does, patients hide among fewer people than were counted.</source>
        <translation>C’est juste pour ce que chacun peut avoir, comme un diagnostic. Là où les personnes sont partagées, comme par le sexe, les patients se cachent parmi moins de personnes que compté.</translation>
    </message>
    <message>
        <source>The values of “{field}” repeat, and it looks like an identifier of people: rows are not people, and people were not counted.</source>
        <translation>Les valeurs de « {field} » se répètent, et ce champ ressemble à un identifiant de personnes : les lignes ne sont pas des personnes, et les personnes n’ont pas été comptées.</translation>
    </message>
    <message>
        <source>Give “{field}” as RECORD_ID; where it names no people, leave it out of the layer.</source>
        <translation>Indiquez « {field} » dans RECORD_ID ; s’il ne désigne pas des personnes, omettez-le de la couche.</translation>
    </message>
    <message>
        <source>“{text}” states no share: write a number above 0 and up to 1, as in F=people*0.45.</source>
        <translation>« {text} » n’indique aucune part : écrivez un nombre au-dessus de 0 et jusqu’à 1, comme dans F=people*0.45.</translation>
    </message>
    <message>
        <source>Choose POPULATION, the field with the people of the areas.</source>
        <translation>Choisissez POPULATION, le champ avec les personnes des zones.</translation>
    </message>
    <message>
        <source>Layer “{layer}”: “{field}” of the features {features} is no whole number of residents from 0 to {most}. Correct it, or choose the field that counts the people or dwellings of each address.</source>
        <translation>Couche « {layer} » : la valeur de « {field} » des entités {features} n’est pas un nombre entier d’habitants compris entre 0 et {most}. Corrigez-la, ou choisissez le champ qui compte les habitants ou les logements de chaque adresse.</translation>
    </message>
    <message>
        <source>Layer “{layer}”: “{field}” is different for each of {count} addresses, as an identifier is. Choose the field that counts the people or dwellings of each address.</source>
        <translation>Couche « {layer} » : « {field} » diffère pour chacune des {count} adresses, comme le ferait un identifiant. Choisissez le champ qui compte les habitants ou les logements de chaque adresse.</translation>
    </message>
    <message>
        <source>Layer “{layer}”: records without “{field}” name no patient. Fill the field, or leave these records out.</source>
        <translation>Couche « {layer} » : les enregistrements sans « {field} » ne nomment aucun patient. Remplissez le champ, ou laissez ces enregistrements de côté.</translation>
    </message>
    <message>
        <source>“{text}” does not name a value and its field. Write, for example, F=females; M=males.</source>
        <translation>« {text} » ne nomme pas une valeur et son champ. Écrivez par exemple F=femmes; M=hommes.</translation>
    </message>
    <message>
        <source>RESIDENTS counts {lived} people, the areas fewer where they live: {held} were counted.</source>
        <translation>RESIDENTS compte {lived} personnes, les zones moins aux mêmes endroits : {held} ont été comptées.</translation>
    </message>
    <message>
        <source>Layer “{layer}”: feature {features} has several points. Run “Multipart to singleparts” first, so that each record has one location.</source>
        <translation>Couche « {layer} » : l’entité {features} a plusieurs points. Exécutez d’abord « De multiparties à parties uniques », pour que chaque enregistrement ait un seul lieu.</translation>
    </message>
    <message>
        <source>“{file}” is too large to be read whole. Load it as a layer of points.</source>
        <translation>« {file} » est trop volumineux pour être lu en entier. Chargez-le comme couche de points.</translation>
    </message>
    <message>
        <source>“{file}” cannot be read: {reason}.</source>
        <translation>« {file} » ne peut pas être lu : {reason}.</translation>
    </message>
    <message>
        <source>{name} – internal, do not release</source>
        <translation>{name} – interne, ne pas diffuser</translation>
    </message>
    <message>
        <source>{range} records per 100 km²</source>
        <translation>{range} enregistrements par 100 km²</translation>
    </message>
    <message>
        <source>{range} records per km²</source>
        <translation>{range} enregistrements par km²</translation>
    </message>
    <message>
        <source>{rates} per {base} people</source>
        <translation>{rates} pour {base} personnes</translation>
    </message>
    <message>
        <source>Layer “{layer}”: feature {row} cannot be turned into longitude and latitude. Check its coordinates and the layer's coordinate reference system.</source>
        <translation>Couche « {layer} » : l’entité {row} ne peut être convertie en longitude et latitude. Vérifiez ses coordonnées et le système de coordonnées de la couche.</translation>
    </message>
    <message>
        <source>Layer “{layer}”: the field “{field}” numbers the rows. Choose the field that counts people or records.</source>
        <translation>Couche « {layer} » : le champ « {field} » numérote les lignes. Choisissez celui qui compte les personnes ou les cas.</translation>
    </message>
    <message>
        <source>No layer was given for {name}.</source>
        <translation>Aucune couche n’a été donnée pour {name}.</translation>
    </message>
    <message>
        <source>Layer “{layer}” has no features that can be used. Check the layer, its filter and the selection.</source>
        <translation>La couche « {layer} » n’a aucune entité utilisable. Vérifiez la couche, son filtre et la sélection.</translation>
    </message>
    <message>
        <source>Layer “{layer}” was changed while it was read (feature {features}). Run again.</source>
        <translation>La couche « {layer} » a été modifiée pendant sa lecture (entité {features}). Exécutez de nouveau.</translation>
    </message>
    <message>
        <source>points</source>
        <translation>points</translation>
    </message>
    <message>
        <source>lines</source>
        <translation>lignes</translation>
    </message>
    <message>
        <source>polygons</source>
        <translation>polygones</translation>
    </message>
    <message>
        <source>collections of geometries</source>
        <translation>collections de géométries</translation>
    </message>
    <message>
        <source>Layer “{layer}” is a table without geometry; “{label}” needs {kinds}. Make points of its coordinate columns with “Create points layer from table”, or join it to a layer that has geometry.</source>
        <translation>La couche « {layer} » est une table sans géométrie ; « {label} » demande {kinds}. Faites des points de ses colonnes de coordonnées avec « Créer une couche de points à partir d’une table », ou joignez-la à une couche qui a une géométrie.</translation>
    </message>
    <message>
        <source>Layer “{layer}” holds {found} (feature {features}); “{label}” needs {kinds}. Choose another layer, or leave these features out; “Multipart to singleparts” takes collections apart.</source>
        <translation>La couche « {layer} » contient {found} (entité {features}) ; « {label} » demande {kinds}. Choisissez une autre couche, ou omettez ces entités ; « De morceaux multiples à morceaux uniques » défait les collections.</translation>
    </message>
    <message>
        <source>Layer “{layer}” mixes {kinds}. Make a layer of one kind of them.</source>
        <translation>La couche « {layer} » mélange {kinds}. Faites une couche d’une seule de ces sortes.</translation>
    </message>
    <message>
        <source>Layer “{layer}” has no field “{field}”. Choose a field that exists.</source>
        <translation>La couche « {layer} » n’a pas de champ « {field} ». Choisissez un champ qui existe.</translation>
    </message>
    <message>
        <source>Layer “{layer}”: the {what} of feature {features} is too large to be true. Correct the field “{field}”.</source>
        <translation>Couche « {layer} » : {what} de l’entité {features} est trop grand pour être vrai. Corrigez le champ « {field} ».</translation>
    </message>
    <message>
        <source>Layer “{layer}”: the {what} of feature {features} is not a number of 0 or more. Correct the field “{field}”, or leave these features out of the selection.</source>
        <translation>Couche « {layer} » : {what} de l’entité {features} n’est pas un nombre supérieur ou égal à 0. Corrigez le champ « {field} », ou laissez ces entités hors de la sélection.</translation>
    </message>
    <message>
        <source>Layer “{layer}”: the field “{field}” is not in degrees in feature {features}. Correct it.</source>
        <translation>Couche « {layer} » : le champ « {field} » n’est pas en degrés pour l’entité {features}. Corrigez-le.</translation>
    </message>
    <message>
        <source>Reading “{layer}”</source>
        <translation>Lecture de « {layer} »</translation>
    </message>
    <message>
        <source> or </source>
        <translation> ou </translation>
    </message>
    <message>
        <source>NULL</source>
        <translation>NULL</translation>
    </message>
    <message>
        <source>Layer “{layer}”: the field “{field}” holds numbers such as {code}. If these are codes with a leading zero (0{code}), it was lost when the table was read: read the field as text.</source>
        <translation>Couche « {layer} » : le champ « {field} » contient des nombres tels que {code}. Si ce sont des codes à zéro initial (0{code}), il a été perdu à la lecture de la table : lisez le champ comme du texte.</translation>
    </message>
    <message>
        <source>Layer “{layer}”: {count} features have no geometry and were left out ({features}).</source>
        <translation>Couche « {layer} » : {count} entités sans géométrie ont été omises ({features}).</translation>
    </message>
    <message>
        <source>“{name}” was an algorithm of GeoDeID 0.2. {became}</source>
        <translation>« {name} » était un algorithme de GeoDeID 0.2. {became}</translation>
    </message>
    <message>
        <source>Does the cluster survive?</source>
        <translation>L’agrégat survit-il ?</translation>
    </message>
    <message>
        <source>cluster</source>
        <translation>agrégat</translation>
    </message>
    <message>
        <source>power</source>
        <translation>puissance</translation>
    </message>
    <message>
        <source>wieland</source>
        <translation>wieland</translation>
    </message>
    <message>
        <source>utility</source>
        <translation>utilité</translation>
    </message>
    <message>
        <source>kulldorff</source>
        <translation>kulldorff</translation>
    </message>
    <message>
        <source>simulation</source>
        <translation>simulation</translation>
    </message>
    <message>
        <source>Shows whether a cluster of cases is still found after masking: scans true and masked points and compares. Without CASES it plants clusters, masks them in several ways, and reports p, power and overlap (Wieland and others 2008).</source>
        <translation>Montre si un agrégat de cas se retrouve encore après masque : balaie les points vrais et masqués et compare. Sans CASES, plante des agrégats, les masque de plusieurs façons et donne p, puissance et recouvrement (Wieland et al. 2008).</translation>
    </message>
    <message>
        <source>Give MASKED_CASES and MASKED_CONTROLS, or a STRATEGY with its AREAS.</source>
        <translation>Donnez MASKED_CASES et MASKED_CONTROLS, ou une STRATEGY avec ses AREAS.</translation>
    </message>
    <message>
        <source>Cases and controls were masked by the same mechanism. If only the cases were moved, the controls that stay would make them look clustered where few people live, and hide clusters where many do.</source>
        <translation>Cas et témoins ont été masqués par le même mécanisme. Si seuls les cas étaient déplacés, les témoins restés les feraient paraître agrégés là où peu de gens vivent, et cacheraient des agrégats là où beaucoup vivent.</translation>
    </message>
    <message>
        <source>CASES and CONTROLS were taken for true places: if a mask scattered one of them already, the first p-value is of clusters that it made.</source>
        <translation>CASES et CONTROLS ont été pris pour de vrais lieux : si un masque a déjà dispersé l’un des deux, la première valeur p est celle d’agrégats qu’il a créés.</translation>
    </message>
    <message>
        <source>True places of the cases. Empty: clusters are planted instead.</source>
        <translation>Vrais lieux des cas. Vide : des agrégats sont plantés à la place.</translation>
    </message>
    <message>
        <source>True places of the controls.</source>
        <translation>Vrais lieux des témoins.</translation>
    </message>
    <message>
        <source>Masked cases</source>
        <translation>Cas masqués</translation>
    </message>
    <message>
        <source>The same cases after masking, with the LINK field.</source>
        <translation>Les mêmes cas après masquage, avec le champ LINK.</translation>
    </message>
    <message>
        <source>The controls after the SAME masking.</source>
        <translation>Les témoins après le MÊME masquage.</translation>
    </message>
    <message>
        <source>Link field</source>
        <translation>Champ de lien</translation>
    </message>
    <message>
        <source>Field of that name in all four layers with one distinct value per record: did cases and controls move alike?</source>
        <translation>Champ de ce nom dans les quatre couches avec une valeur distincte par enregistrement : cas et témoins ont-ils bougé de même ?</translation>
    </message>
    <message>
        <source>Preservation</source>
        <translation>Conservation</translation>
    </message>
    <message>
        <source>A row for each method: p_value, p_error, power (share with p at most 0.05), overlap, move_m.</source>
        <translation>Une ligne par méthode : p_value, p_error, power (part avec p d’au plus 0,05), overlap, move_m.</translation>
    </message>
    <message>
        <source>p-value of the true places</source>
        <translation>Valeur p des vrais lieux</translation>
    </message>
    <message>
        <source>p-value of the mask, the worst where there are several</source>
        <translation>Valeur p du masque, la pire s’il y en a plusieurs</translation>
    </message>
    <message>
        <source>Give both CASES and CONTROLS at their true places.</source>
        <translation>Donnez CASES et CONTROLS à leurs vrais lieux.</translation>
    </message>
    <message>
        <source>Cases and controls must be masked by the same mechanism, so give both MASKED_CASES and MASKED_CONTROLS. If only one kind moves, clusters appear or vanish that have nothing to do with the disease.</source>
        <translation>Cas et témoins doivent être masqués par le même mécanisme : donnez MASKED_CASES et MASKED_CONTROLS. Si une seule sorte bouge, des agrégats apparaissent ou disparaissent sans rapport avec la maladie.</translation>
    </message>
    <message>
        <source>Choose the LINK field, which all four layers hold: without it nobody can check that cases and controls were masked by the same mechanism.</source>
        <translation>Choisissez le champ LINK, présent dans les quatre couches : sans lui nul ne peut vérifier que cas et témoins ont été masqués par le même mécanisme.</translation>
    </message>
    <message>
        <source>{count} records lie outside every area.</source>
        <translation>{count} enregistrements sont hors de toute zone.</translation>
    </message>
    <message>
        <source>Give CASES and CONTROLS, or AREAS with a population in which to plant clusters.</source>
        <translation>Donnez CASES et CONTROLS, ou AREAS avec une population où planter des agrégats.</translation>
    </message>
    <message>
        <source>p-value</source>
        <translation>valeur p</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>Puissance</translation>
    </message>
    <message>
        <source>Overlap</source>
        <translation>Recouvrement</translation>
    </message>
    <message>
        <source>A mask is useful when the scan still finds what it found in the true places.</source>
        <translation>Un masque est utile quand le balayage trouve encore ce qu’il trouvait aux vrais lieux.</translation>
    </message>
    <message>
        <source>strategy</source>
        <translation>stratégie</translation>
    </message>
    <message>
        <source>LP, ε = {risk}</source>
        <translation>PL, ε = {risk}</translation>
    </message>
    <message>
        <source>The experiment needs the field {name} of the areas.</source>
        <translation>L’expérience exige le champ {name} des zones.</translation>
    </message>
    <message>
        <source>Random maps of each scan</source>
        <translation>Cartes aléatoires de chaque balayage</translation>
    </message>
    <message>
        <source>Sets</source>
        <translation>Jeux</translation>
    </message>
    <message>
        <source>Cases and controls of a set</source>
        <translation>Cas et témoins d’un jeu</translation>
    </message>
    <message>
        <source>Radius of the planted cluster</source>
        <translation>Rayon de l’agrégat planté</translation>
    </message>
    <message>
        <source>Relative risk in it</source>
        <translation>Risque relatif à l’intérieur</translation>
    </message>
    <message>
        <source>Mean move, metres</source>
        <translation>Déplacement moyen, mètres</translation>
    </message>
    <message>
        <source>A table solved by “Solve a masking strategy” for AREAS, by which cases and controls are masked together.</source>
        <translation>Une table résolue par « Résoudre une stratégie de masquage » pour AREAS, par laquelle cas et témoins sont masqués ensemble.</translation>
    </message>
    <message>
        <source>Published: 1000.</source>
        <translation>Publié : 1000.</translation>
    </message>
    <message>
        <source>Radius of the cluster (m)</source>
        <translation>Rayon de l’agrégat (m)</translation>
    </message>
    <message>
        <source>1 km published.</source>
        <translation>1 km selon la publication.</translation>
    </message>
    <message>
        <source>Relative risk in the cluster</source>
        <translation>Risque relatif dans l’agrégat</translation>
    </message>
    <message>
        <source>How many times likelier a person in the cluster is a case: its excess.</source>
        <translation>Combien de fois une personne de l’agrégat est plus souvent un cas : son excès.</translation>
    </message>
    <message>
        <source>Risks of the LP</source>
        <translation>Risques du PL</translation>
    </message>
    <message>
        <source>Bounds, separated by commas, under Wieland's model for the cases of a set: 0.05 for 1 in 20. Empty: no LP.</source>
        <translation>Bornes, séparées par des virgules, selon le modèle de Wieland pour les cas d’un jeu : 0.05 pour 1 sur 20. Vide : pas de PL.</translation>
    </message>
    <message>
        <source>p-values come in steps of 1 over this number plus 1. Use 999 for your own layers.</source>
        <translation>Les valeurs p vont par pas de 1 sur ce nombre plus 1. Prenez 999 pour vos propres couches.</translation>
    </message>
    <message>
        <source>true places</source>
        <translation>vrais lieux</translation>
    </message>
    <message>
        <source>donut {ring} m</source>
        <translation>anneau {ring} m</translation>
    </message>
    <message>
        <source>p is how often chance alone makes a cluster as strong. Power is the share of sets in which it is at most 0.05. Overlap is the people in both the found and the true cluster over the people in either (1: the same).</source>
        <translation>p dit combien souvent le seul hasard fait un agrégat aussi fort ; la puissance est la part des jeux où p est d’au plus 0,05 ; le recouvrement est le nombre de personnes à la fois dans l’agrégat trouvé et dans le vrai, sur celles de l’un ou de l’autre (1 : identiques).</translation>
    </message>
    <message>
        <source>Lower and further left is better.</source>
        <translation>Plus bas et plus à gauche, c’est mieux.</translation>
    </message>
    <message>
        <source>Evaluate a mask</source>
        <translation>Évaluer un masque</translation>
    </message>
    <message>
        <source>linkage</source>
        <translation>couplage</translation>
    </message>
    <message>
        <source>spruill</source>
        <translation>spruill</translation>
    </message>
    <message>
        <source>ripley</source>
        <translation>ripley</translation>
    </message>
    <message>
        <source>risk of a mask</source>
        <translation>risque d’un masque</translation>
    </message>
    <message>
        <source>Measures what a mask hides (among how many people, for four adversaries; linkage; records that stayed) and what it destroys (moves, spread, Ripley's functions, hot spots, changed areas). Further masks are compared in a table. All of it is internal.</source>
        <translation>Mesure ce qu’un masque cache (parmi combien de personnes, pour quatre adversaires ; appariement ; enregistrements restés sur place) et ce qu’il détruit (déplacements, dispersion, fonctions de Ripley, points chauds, zones changées). D’autres masques sont comparés dans un tableau. Tout cela est interne.</translation>
    </message>
    <message>
        <source>The records at their true places. Leave empty where LINKS is given.</source>
        <translation>Les enregistrements à leurs vrais lieux. Laissez vide si LINKS est donné.</translation>
    </message>
    <message>
        <source>The same records at their masked places, in any coordinate reference system.</source>
        <translation>Les mêmes enregistrements à leurs lieux masqués, dans tout système de coordonnées.</translation>
    </message>
    <message>
        <source>Field of both layers with one distinct value per record, by which they are linked.</source>
        <translation>Champ des deux couches, avec une valeur distincte par enregistrement, qui permet de les relier.</translation>
    </message>
    <message>
        <source>Instead of two layers: lines from true to masked places, the internal output of a mask.</source>
        <translation>À la place de deux couches : des lignes des vrais lieux aux lieux masqués, la sortie interne d’un masque.</translation>
    </message>
    <message>
        <source>Address points: k is counted exactly, and dots on somebody else's house are found.</source>
        <translation>Points d’adresses : k est compté exactement, et les points sur la maison d’un autre sont trouvés.</translation>
    </message>
    <message>
        <source>Random patterns for Ripley's K</source>
        <translation>Configurations aléatoires pour le K de Ripley</translation>
    </message>
    <message>
        <source>0 leaves Ripley's functions out.</source>
        <translation>0 omet les fonctions de Ripley.</translation>
    </message>
    <message>
        <source>Acceptable risk</source>
        <translation>Risque acceptable</translation>
    </message>
    <message>
        <source>The verdict compares the worst adversary with it: 0.091 for 1 in 11 of a record, and the share of records identified correctly.</source>
        <translation>Le verdict y compare le pire adversaire : 0,091 pour 1 sur 11 d’un enregistrement, et la part d’enregistrements identifiés à raison.</translation>
    </message>
    <message>
        <source>METRICS of the run that made the mask: its audited bound is judged, or how it moves points is read.</source>
        <translation>METRICS de l’exécution qui a fait le masque : sa borne vérifiée est jugée, ou la loi de ses déplacements est lue.</translation>
    </message>
    <message>
        <source>Distribution of the moves</source>
        <translation>Loi des déplacements</translation>
    </message>
    <message>
        <source>How the mask moves points, as an adversary may know it: a kind and its numbers in metres, such as “donut 50 500”, “gaussian 200”, “geoind 0.7”, “populationdonut 20 100”, “grid 500”. Empty: as MASK or the links say; else a distribution is fitted, and nothing can pass.</source>
        <translation>Comment le masque déplace les points, tel qu’un adversaire peut le savoir : un type et ses nombres en mètres, comme « donut 50 500 », « gaussian 200 », « geoind 0.7 », « populationdonut 20 100 », « grid 500 ». Vide : comme le disent MASK ou les liens ; sinon une loi est ajustée, et rien ne peut être conforme.</translation>
    </message>
    <message>
        <source>Table of probabilities</source>
        <translation>Table des probabilités</translation>
    </message>
    <message>
        <source>The table by which an LP mask moved the records, for the adversary who knows it. Needs AREAS with AREA_ID.</source>
        <translation>La table par laquelle un masque par programme linéaire a déplacé, pour l’adversaire qui la connaît. Exige AREAS avec AREA_ID.</translation>
    </message>
    <message>
        <source>Stayed within</source>
        <translation>Resté à l’intérieur de</translation>
    </message>
    <message>
        <source>The polygons that the mask kept every record inside, where it had some.</source>
        <translation>Les polygones à l’intérieur desquels le masque a gardé chaque enregistrement, s’il en avait.</translation>
    </message>
    <message>
        <source>Further masks</source>
        <translation>Autres masques</translation>
    </message>
    <message>
        <source>Other masks of the same records: link lines, or points with the link field. A number at the end of a name marks repeats of one.</source>
        <translation>D’autres masques des mêmes enregistrements : lignes de liens, ou points avec le champ de liaison. Un numéro final du nom marque des répétitions d’un seul.</translation>
    </message>
    <message>
        <source>Evaluated records</source>
        <translation>Enregistrements évalués</translation>
    </message>
    <message>
        <source>Lines from true to masked places with move_m, bearing_deg, the k of four adversaries (k_moved, k_method, k_original, k_original_method) and risk, 1/k_moved. Internal: do not release.</source>
        <translation>Lignes du lieu vrai au lieu masqué, avec move_m, bearing_deg, le k de quatre adversaires (k_moved, k_method, k_original, k_original_method) et risk, 1/k_moved. Interne : ne pas publier.</translation>
    </message>
    <message>
        <source>Comparison of masks</source>
        <translation>Comparaison de masques</translation>
    </message>
    <message>
        <source>A row for each mask: its verdict, and mean, smallest and largest value of each figure.</source>
        <translation>Une ligne par masque : son verdict, et moyenne, plus petite et plus grande valeur de chaque chiffre.</translation>
    </message>
    <message>
        <source>Share of records above the acceptable risk</source>
        <translation>Part des enregistrements au-dessus du risque acceptable</translation>
    </message>
    <message>
        <source>Smallest k, adversary with the masked map</source>
        <translation>Plus petit k, adversaire muni de la carte masquée</translation>
    </message>
    <message>
        <source>Share matched correctly by who knows the mask and holds the homes</source>
        <translation>Part correctement appariée par qui connaît le masque et détient les domiciles</translation>
    </message>
    <message>
        <source>Largest risk of a record in that matching</source>
        <translation>Plus grand risque d’un enregistrement dans cet appariement</translation>
    </message>
    <message>
        <source>Share of records that did not move</source>
        <translation>Part des enregistrements non déplacés</translation>
    </message>
    <message>
        <source>Overlap of the hot spots</source>
        <translation>Recouvrement des points chauds</translation>
    </message>
    <message>
        <source>Give ORIGINAL and MASKED points with a LINK field, or LINKS as lines.</source>
        <translation>Donnez les points ORIGINAL et MASKED avec un champ LINK, ou LINKS en lignes.</translation>
    </message>
    <message>
        <source>Choose the LINK field: without it nobody can tell which masked point belongs to which record.</source>
        <translation>Choisissez le champ LINK : sans lui nul ne peut dire quel point masqué appartient à quel enregistrement.</translation>
    </message>
    <message>
        <source>The masked points “{mask}” tell the true places in {fields}.</source>
        <translation>Les points masqués « {mask} » livrent les lieux réels dans {fields}.</translation>
    </message>
    <message>
        <source>Layer “{layer}” holds points: give ORIGINAL and LINK instead of LINKS.</source>
        <translation>La couche « {layer} » contient des points : donnez ORIGINAL et LINK au lieu de LINKS.</translation>
    </message>
    <message>
        <source>The lines of layer “{layer}” begin up to {far} from the records that are evaluated. Give a mask of the same records, each line from its true place to its masked place.</source>
        <translation>Les lignes de la couche « {layer} » commencent jusqu’à {far} des enregistrements évalués : donnez un masque des mêmes enregistrements, chaque ligne de sa vraie place à sa place masquée.</translation>
    </message>
    <message>
        <source>Choose the field with the identifier of each area (AREA_ID).</source>
        <translation>Choisissez le champ de l’identifiant de chaque zone (AREA_ID).</translation>
    </message>
    <message>
        <source>MASK_MODEL, MASK and LINKS do not state the same distribution of the moves: {laws}. Give the METRICS and links of one run, and leave MASK_MODEL empty where they state it.</source>
        <translation>MASK_MODEL, MASK et LINKS n’indiquent pas la même loi des déplacements : {laws}. Donnez les METRICS et les liens d’une seule exécution, et laissez MASK_MODEL vide s’ils l’indiquent.</translation>
    </message>
    <message>
        <source>The table of probabilities needs the areas that it names: give AREAS.</source>
        <translation>La table des probabilités demande les zones dont elle parle : donnez AREAS.</translation>
    </message>
    <message>
        <source>The table “{layer}” holds several strata. Evaluate the records of one stratum at a time.</source>
        <translation>La table « {layer} » contient plusieurs strates. Évaluez les enregistrements d’une strate à la fois.</translation>
    </message>
    <message>
        <source>The links of “{layer}” come from several masks. Evaluate one mask at a time.</source>
        <translation>Les liens de « {layer} » viennent de plusieurs masques. Évaluez un masque à la fois.</translation>
    </message>
    <message>
        <source>TABLE is of another mask than MASK, or AREAS have other people: it moves people by {found} m on average, the mask by {expected} m. Give the table, the areas and the population of one run.</source>
        <translation>TABLE provient d’un autre masque que MASK, ou AREAS ont une autre population : elle déplace les gens de {found} m en moyenne, le masque de {expected} m. Donnez la table, les zones et la population d’une même exécution.</translation>
    </message>
    <message>
        <source>No field of the masked points tells the true places.</source>
        <translation>Aucun champ des points masqués ne livre les lieux réels.</translation>
    </message>
    <message>
        <source>Layer “{layer}” holds {lines} lines, but {records} records are evaluated: give a mask of the same records.</source>
        <translation>La couche « {layer} » contient {lines} lignes, mais {records} enregistrements sont évalués : donnez un masque des mêmes enregistrements.</translation>
    </message>
    <message>
        <source>Layer “{layer}” holds something other than lines from a true to a masked place.</source>
        <translation>La couche « {layer} » contient autre chose que des lignes d’un vrai lieu à un lieu masqué.</translation>
    </message>
    <message>
        <source>The table “{layer}” names areas that AREAS does not hold: {areas}.</source>
        <translation>La table « {layer} » nomme des zones qu’AREAS ne contient pas : {areas}.</translation>
    </message>
    <message>
        <source>Fewer than 3 records, or all on one line, make no pattern: it was not measured.</source>
        <translation>Moins de 3 enregistrements, ou tous sur une même ligne, ne forment pas de configuration : elle n’a pas été mesurée.</translation>
    </message>
    <message>
        <source>Delete these fields, heights or measures.</source>
        <translation>Supprimez ces champs, altitudes ou mesures.</translation>
    </message>
    <message>
        <source>{count} records: about {minutes} minutes of processor time</source>
        <translation>{count} enregistrements : environ {minutes} minutes de temps processeur</translation>
    </message>
    <message>
        <source>“{mask}” gives people away to whoever has {knows}.</source>
        <translation>« {mask} » trahit des personnes à qui possède {knows}.</translation>
    </message>
    <message>
        <source>k was not counted. Give addresses, or census areas with a population.</source>
        <translation>k n’a pas été compté. Donnez des adresses, ou des zones de recensement avec une population.</translation>
    </message>
    <message>
        <source>the masked map and the distribution of the moves (and matches all at once)</source>
        <translation>la carte masquée et la loi des déplacements (et apparie tout ensemble)</translation>
    </message>
    <message>
        <source>{share:.1f} % of the records did not move.</source>
        <translation>{share:.1f} % des enregistrements n’ont pas bougé.</translation>
    </message>
    <message>
        <source>Use a mask that leaves no record at its place.</source>
        <translation>Utilisez un masque qui ne laisse aucun enregistrement à sa place.</translation>
    </message>
    <message>
        <source>By chance a record may stay near its place, and nobody can tell which: the audited risk counts this.</source>
        <translation>Par hasard, un enregistrement peut rester près de son lieu, et personne ne peut dire lequel : le risque vérifié en tient compte.</translation>
    </message>
    <message>
        <source>Records whose dot fell by chance among fewer people than the limit asks for: {count}. Nobody can tell which, and the limit covers it. Note it and sign if that is enough. Do not mask again until none is left: choosing the map that looks best weakens the guarantee.</source>
        <translation>Enregistrements dont le point est tombé par hasard parmi moins de personnes que la limite n’en demande : {count}. Personne ne peut dire lesquels, et la limite le couvre. Notez-le et signez si cela suffit. Ne masquez pas de nouveau jusqu’à ce qu’il n’en reste aucun : choisir la carte la plus flatteuse affaiblit la garantie.</translation>
    </message>
    <message>
        <source>Do not publish it: it gives people away. Mask the true points by “Mask points: least move”, or publish counts by area.</source>
        <translation>Ne pas publier : des personnes y sont reconnaissables. Masquez les vrais points par « Masquer des points : moindre déplacement », ou publiez des effectifs par zone.</translation>
    </message>
    <message>
        <source>Masked points. Internal: those of a mask that hides nobody lie on the homes.</source>
        <translation>Points masqués. Interne : ceux d’un masque qui ne protège personne se trouvent sur les domiciles.</translation>
    </message>
    <message>
        <source>k is the number of people among whom a record hides: an adversary who has to guess among k is right once in k. Prosecutor, journalist and marketer are the usual names of adversaries who know who is in the data, who do not, and who want as many names as possible.</source>
        <translation>k est le nombre de personnes parmi lesquelles un enregistrement se cache : un adversaire qui doit deviner parmi k a raison une fois sur k. Procureur, journaliste et démarcheur sont les noms habituels des adversaires qui savent qui est dans les données, qui ne le savent pas, et qui veulent le plus de noms possible.</translation>
    </message>
    <message>
        <source>Density is how thick dots lie about a place, hot spots are its densest 5 %. The transport distance is how far a dot must be carried on average to turn one map into the other.</source>
        <translation>La densité dit combien les points sont serrés autour d’un lieu, les points chauds en sont les 5 % les plus denses. La distance de transport est la distance moyenne sur laquelle il faut porter un point pour changer une carte en l’autre.</translation>
    </message>
    <message>
        <source>A mask below and to the left is better. Those joined by the line are beaten by no other on both counts.</source>
        <translation>Un masque plus bas et plus à gauche est meilleur. Ceux que relie la ligne ne sont battus par aucun autre sur les deux plans.</translation>
    </message>
    <message>
        <source>The mask “{mask}” keeps the limit by itself.</source>
        <translation>Le masque « {mask} » garde à lui seul la limite.</translation>
    </message>
    <message>
        <source>The mask “{mask}”: {why}</source>
        <translation>Le masque « {mask} » : {why}</translation>
    </message>
    <message>
        <source>Nobody stated how the mask moves points: the adversary could only fit a distribution to the moves.</source>
        <translation>Personne n’a indiqué comment le masque déplace les points : l’adversaire n’a pu qu’ajuster une loi aux déplacements.</translation>
    </message>
    <message>
        <source>Give the links or the METRICS of “Mask points: random moves”, or state the distribution as MASK_MODEL.</source>
        <translation>Donnez les liens ou les METRICS de « Masquer des points : déplacements aléatoires », ou indiquez la loi dans MASK_MODEL.</translation>
    </message>
    <message>
        <source>Anyone who holds the list of patients learns the released fields of those matched; the bound is not about them.</source>
        <translation>Qui détient la liste des patients apprend les champs diffusés de ceux qui sont appariés ; la borne ne les concerne pas.</translation>
    </message>
    <message>
        <source>Anyone who holds the list of patients learns which dot is whose; nothing else is released.</source>
        <translation>Qui détient la liste des patients apprend quel point est celui de qui ; rien d’autre n’est diffusé.</translation>
    </message>
    <message>
        <source>The METRICS given as MASK are of another mask: it moved its records by {expected} m on average, these by {found} m. Give those of this very run.</source>
        <translation>Les METRICS données comme MASK sont d’un autre masque : il a déplacé ses enregistrements de {expected} m en moyenne, ceux-ci de {found} m. Donnez celles de cette exécution même.</translation>
    </message>
    <message>
        <source>What the mask hides, from whom, and at what cost.</source>
        <translation>Ce que le masque cache, à qui, et à quel prix.</translation>
    </message>
    <message>
        <source>Take none of these masks: none was shown to keep the limit.</source>
        <translation>Ne prenez aucun de ces masques : rien ne montre qu’un seul d’entre eux respecte la limite.</translation>
    </message>
    <message>
        <source>Take “{mask}” alone: no other was shown to keep the limit of {limit}. It moves homes {move}.</source>
        <translation>Prenez « {mask} », seul à respecter de façon démontrée la limite de {limit}. Il déplace les domiciles de {move}.</translation>
    </message>
    <message>
        <source>The masked points of every mask</source>
        <translation>Les points masqués de chaque masque</translation>
    </message>
    <message>
        <source>What it hides</source>
        <translation>Ce qu’il cache</translation>
    </message>
    <message>
        <source>{kind}, fitted to the moves</source>
        <translation>{kind}, ajustée aux déplacements</translation>
    </message>
    <message>
        <source>{kind}, as stated</source>
        <translation>{kind}, comme indiqué</translation>
    </message>
    <message>
        <source>the lengths of the moves themselves, smoothed</source>
        <translation>les longueurs des déplacements eux-mêmes, lissées</translation>
    </message>
    <message>
        <source>Matched correctly by the distribution of the moves, adversary holds {list}</source>
        <translation>Appariés correctement par la loi des déplacements, l’adversaire détient {list}</translation>
    </message>
    <message>
        <source>{right}; the adversary expected {said}; largest risk of a record {risk}</source>
        <translation>{right} ; l’adversaire en attendait {said} ; plus grand risque d’un enregistrement {risk}</translation>
    </message>
    <message>
        <source>What it destroys</source>
        <translation>Ce qu’il détruit</translation>
    </message>
    <message>
        <source>Records matched correctly by an adversary who knows the mask and holds the homes</source>
        <translation>Enregistrements appariés correctement par un adversaire qui connaît le masque et détient les domiciles</translation>
    </message>
    <message>
        <source>Records identified correctly on average (marketer)</source>
        <translation>Enregistrements identifiés correctement en moyenne (démarcheur)</translation>
    </message>
    <message>
        <source>Largest risk, adversary who does not know who is in the data (journalist)</source>
        <translation>Plus grand risque, adversaire qui ne sait pas qui est dans les données (journaliste)</translation>
    </message>
    <message>
        <source>Records matched correctly by the best assignment</source>
        <translation>Enregistrements appariés correctement par la meilleure affectation</translation>
    </message>
    <message>
        <source>Dots nearest to their own home (Spruill)</source>
        <translation>Points les plus proches de leur propre domicile (Spruill)</translation>
    </message>
    <message>
        <source>Homes linked to their dot by the nearest dot</source>
        <translation>Domiciles reliés à leur point par le point le plus proche</translation>
    </message>
    <message>
        <source>Its own verdict</source>
        <translation>Son propre verdict</translation>
    </message>
    <message>
        <source>Releases</source>
        <translation>Diffusions</translation>
    </message>
    <message>
        <source>Masks side by side</source>
        <translation>Masques côte à côte</translation>
    </message>
    <message>
        <source>Nobody is named from the masked points “{mask}” with a chance above the limit, whichever list the adversary holds.</source>
        <translation>Personne n’est nommé à partir des points masqués « {mask} » avec une probabilité supérieure à la limite, quelle que soit la liste que détient l’adversaire.</translation>
    </message>
    <message>
        <source>1 / k, the posterior of a record's own home, or the share that the nearest dot identifies correctly</source>
        <translation>1 / k, la probabilité a posteriori du domicile d’un enregistrement, ou la part que le point le plus proche identifie correctement</translation>
    </message>
    <message>
        <source>the masked map</source>
        <translation>la carte masquée</translation>
    </message>
    <message>
        <source>the masked map and the shortest and longest move</source>
        <translation>la carte masquée et le plus court et le plus long déplacement</translation>
    </message>
    <message>
        <source>the masked map (and takes the nearest dot)</source>
        <translation>la carte masquée (et prend le point le plus proche)</translation>
    </message>
    <message>
        <source>the masked map (and counts the patients nearer to a dot than its own)</source>
        <translation>la carte masquée (et compte les patients plus proches d’un point que le sien)</translation>
    </message>
    <message>
        <source>The moves do not follow the stated distribution ({kind}): anyone who knows the true one learns more than was measured.</source>
        <translation>Les déplacements ne suivent pas la loi indiquée ({kind}) : qui connaît la vraie en apprend plus que ce qui a été mesuré.</translation>
    </message>
    <message>
        <source>State the distribution of this very mask, or leave MASK_MODEL empty.</source>
        <translation>Indiquez la loi de ce masque-ci, ou laissez MASK_MODEL vide.</translation>
    </message>
    <message>
        <source>Records moved together: moves are equal, or more alike than where each record moves by itself ({kind}). Dots then lie as their homes do; what anyone learns from that could not be measured.</source>
        <translation>Des enregistrements ont bougé ensemble : des déplacements sont égaux, ou plus semblables que si chaque enregistrement bougeait seul ({kind}). Les points sont alors disposés comme les domiciles ; ce que quiconque en apprend n’a pu être mesuré.</translation>
    </message>
    <message>
        <source>Draw a move for each record by itself; one move for several gives them away.</source>
        <translation>Tirez un déplacement pour chaque enregistrement séparément ; un même déplacement pour plusieurs les révèle.</translation>
    </message>
    <message>
        <source>The distribution of the moves is stated: {kind}.</source>
        <translation>La loi des déplacements est indiquée : {kind}.</translation>
    </message>
    <message>
        <source>Every record moved.</source>
        <translation>Chaque enregistrement a bougé.</translation>
    </message>
    <message>
        <source>Take “{mask}”: of the {kept} masks that keep the limit of {limit} it moves least, {move}.</source>
        <translation>Prenez « {mask} » : des {kept} masques qui respectent la limite de {limit}, il déplace le moins, de {move}.</translation>
    </message>
    <message>
        <source>Take “{mask}”, which moves {move}, once somebody has looked at what follows.</source>
        <translation>Prenez « {mask} », qui déplace de {move}, une fois ce qui suit examiné par quelqu’un.</translation>
    </message>
    <message>
        <source>k, neighbour who knows the home: smallest</source>
        <translation>k, voisin qui connaît le domicile : minimum</translation>
    </message>
    <message>
        <source>k, neighbour who knows the method too: smallest</source>
        <translation>k, voisin qui connaît aussi la méthode : le plus petit</translation>
    </message>
    <message>
        <source>What is left when an adversary averages releases that draw every move afresh.</source>
        <translation>Ce qui reste quand un adversaire fait la moyenne de diffusions dont chaque déplacement est tiré à nouveau.</translation>
    </message>
    <message>
        <source>{figures}; not settled, so not judged</source>
        <translation>{figures} ; non stabilisé, donc non jugé</translation>
    </message>
    <message>
        <source>Median move; 95 % move less than</source>
        <translation>Déplacement médian ; 95 % se déplacent de moins de</translation>
    </message>
    <message>
        <source>Spread after over before</source>
        <translation>Dispersion, après sur avant</translation>
    </message>
    <message>
        <source>Means over the releases, with the smallest and largest.</source>
        <translation>Moyennes des diffusions, avec le minimum et le maximum.</translation>
    </message>
    <message>
        <source>frontier</source>
        <translation>frontière</translation>
    </message>
    <message>
        <source>masks</source>
        <translation>masques</translation>
    </message>
    <message>
        <source>It is the record that chance exposed most, and the adversary cannot tell which one that is.</source>
        <translation>C’est l’enregistrement que le hasard a le plus exposé, et l’adversaire ne peut savoir lequel.</translation>
    </message>
    <message>
        <source>Every dot fell among enough people.</source>
        <translation>Chaque point est tombé parmi assez de personnes.</translation>
    </message>
    <message>
        <source>Do all of these masks keep the limit?</source>
        <translation>Tous ces masques respectent-ils la limite ?</translation>
    </message>
    <message>
        <source>risk {risk}</source>
        <translation>risque {risk}</translation>
    </message>
    <message>
        <source>moves {move}</source>
        <translation>déplace de {move}</translation>
    </message>
    <message>
        <source>k, adversary with the masked map: smallest, median</source>
        <translation>k, adversaire avec la carte masquée : minimum, médiane</translation>
    </message>
    <message>
        <source>k, adversary who knows the method too: smallest</source>
        <translation>k, adversaire qui connaît aussi la méthode : minimum</translation>
    </message>
    <message>
        <source>Largest risk, adversary who knows who is in the data (prosecutor)</source>
        <translation>Plus grand risque, adversaire qui sait qui est dans les données (procureur)</translation>
    </message>
    <message>
        <source>Records above the acceptable risk</source>
        <translation>Enregistrements au-dessus du risque acceptable</translation>
    </message>
    <message>
        <source>Dots on somebody else's house</source>
        <translation>Points sur la maison d’un autre</translation>
    </message>
    <message>
        <source>Mean error of their average</source>
        <translation>Erreur moyenne de leur moyenne</translation>
    </message>
    <message>
        <source>{figures}; its probabilities do not match what it found, so not judged</source>
        <translation>{figures} ; ses probabilités ne correspondent pas à ce qu’il a trouvé, donc non jugé</translation>
    </message>
    <message>
        <source>Distance to the nearest neighbour, after over before</source>
        <translation>Distance au plus proche voisin, après sur avant</translation>
    </message>
    <message>
        <source>Correlation of the kernel densities</source>
        <translation>Corrélation des densités par noyau</translation>
    </message>
    <message>
        <source>Transport distance between the maps</source>
        <translation>Distance de transport entre les cartes</translation>
    </message>
    <message>
        <source>Of the hot spots {share} stay where they are.</source>
        <translation>{share} des points chauds restent en place.</translation>
    </message>
    <message>
        <source>“{mask}” moves only {move}, but lets somebody name a person with a chance of {risk}.</source>
        <translation>« {mask} » ne déplace que de {move}, mais permet de nommer quelqu’un avec un risque de {risk}.</translation>
    </message>
    <message>
        <source>Expected counts</source>
        <translation>Effectifs attendus</translation>
    </message>
    <message>
        <source>standardisation</source>
        <translation>standardisation</translation>
    </message>
    <message>
        <source>indirect</source>
        <translation>indirecte</translation>
    </message>
    <message>
        <source>SMR</source>
        <translation>SMR</translation>
    </message>
    <message>
        <source>SIR</source>
        <translation>SIR</translation>
    </message>
    <message>
        <source>adjusted</source>
        <translation>ajusté</translation>
    </message>
    <message>
        <source>expected</source>
        <translation>attendu</translation>
    </message>
    <message>
        <source>rate</source>
        <translation>taux</translation>
    </message>
    <message>
        <source>covariates</source>
        <translation>covariables</translation>
    </message>
    <message>
        <source>Counts how many cases each area would have if its people had the rates of a reference, by age, sex or other fields: observed over expected (SMR, SIR) with its interval.</source>
        <translation>Compte combien de cas chaque zone aurait si ses habitants avaient les taux d’une référence, par âge, sexe ou autres champs : observés sur attendus (SMR, SIR) avec leur intervalle.</translation>
    </message>
    <message>
        <source>Indirect standardisation: expected cases are the people of each stratum times the rate of the reference, summed over the strata of an area. Intervals are exact for Poisson counts (Garwood 1936). By chance alone one area in twenty has an interval of 95 % that leaves out 1.</source>
        <translation>Standardisation indirecte : les cas attendus sont les personnes de chaque strate fois le taux de la référence, sommés sur les strates d’une zone. Les intervalles sont exacts pour des effectifs de Poisson (Garwood 1936). Par le seul hasard, une zone sur vingt a un intervalle à 95 % qui exclut 1.</translation>
    </message>
    <message>
        <source>Populations</source>
        <translation>Populations</translation>
    </message>
    <message>
        <source>Table or layer with a row for each area and stratum, and the people (or person-years) in it.</source>
        <translation>Table ou couche avec une ligne pour chaque zone et strate, et ses personnes (ou personnes-années).</translation>
    </message>
    <message>
        <source>Field of the populations, of the cases, and of the layer of areas, that names the area.</source>
        <translation>Champ des populations, des cas et de la couche des zones, qui nomme la zone.</translation>
    </message>
    <message>
        <source>Field with the people, or person-years, of the area and stratum.</source>
        <translation>Champ avec les personnes, ou personnes-années, de la zone et de la strate.</translation>
    </message>
    <message>
        <source>Strata</source>
        <translation>Strates</translation>
    </message>
    <message>
        <source>Fields, such as age group and sex, under the same names in populations and cases. None: crude rates.</source>
        <translation>Champs, p. ex. classe d’âge et sexe, de mêmes noms dans populations et cas. Aucun : taux bruts.</translation>
    </message>
    <message>
        <source>Table or layer with area and strata of the cases; a row is one case, or holds a count.</source>
        <translation>Table ou couche avec la zone et les strates des cas ; une ligne est un cas, ou contient un effectif.</translation>
    </message>
    <message>
        <source>Number of cases</source>
        <translation>Nombre de cas</translation>
    </message>
    <message>
        <source>Field with the number of cases of a row. Empty: each row is one case.</source>
        <translation>Champ avec le nombre de cas d’une ligne. Vide : chaque ligne est un cas.</translation>
    </message>
    <message>
        <source>Reference rates</source>
        <translation>Taux de référence</translation>
    </message>
    <message>
        <source>Table with the strata, and the field rate: cases a person (or person-year). Empty: the rates of all areas together.</source>
        <translation>Table avec les strates et le champ rate : cas par personne (ou personne-année). Vide : les taux de l’ensemble des zones.</translation>
    </message>
    <message>
        <source>Layer whose features the result is joined to. Empty: the result is a table.</source>
        <translation>Couche aux entités de laquelle le résultat est joint. Vide : le résultat est une table.</translation>
    </message>
    <message>
        <source>Areas with people, cases, expected, smr (cases over expected), smr_low and smr_high.</source>
        <translation>Zones avec people, cases, expected, smr (cas sur attendus), smr_low et smr_high.</translation>
    </message>
    <message>
        <source>Expected cases</source>
        <translation>Cas attendus</translation>
    </message>
    <message>
        <source>stratum</source>
        <translation>strate</translation>
    </message>
    <message>
        <source>Layer “{layer}” has no cases.</source>
        <translation>La couche « {layer} » n’a aucun cas.</translation>
    </message>
    <message>
        <source>Layer “{layer}”: feature {features} has no area. Fill the field “{field}”.</source>
        <translation>Couche « {layer} » : l’entité {features} n’a pas de zone. Remplissez le champ « {field} ».</translation>
    </message>
    <message>
        <source>Layer “{layer}”: the populations have no {what} {names}. Write areas and strata in both tables alike.</source>
        <translation>Couche « {layer} » : les populations n’ont pas de {what} {names}. Écrivez zones et strates pareillement dans les deux tables.</translation>
    </message>
    <message>
        <source>Layer “{layer}” has several rates for one stratum.</source>
        <translation>La couche « {layer} » a plusieurs taux pour une strate.</translation>
    </message>
    <message>
        <source>Layer “{layer}” has no rate for stratum {names}.</source>
        <translation>La couche « {layer} » n’a pas de taux pour la strate {names}.</translation>
    </message>
    <message>
        <source>Layer “{layer}” has no area {names}, which the populations name.</source>
        <translation>La couche « {layer} » n’a pas de zone {names}, que les populations nomment.</translation>
    </message>
    <message>
        <source>Rates of a reference table.</source>
        <translation>Taux d’une table de référence.</translation>
    </message>
    <message>
        <source>Rates of all areas together, so that as many cases are expected as were observed.</source>
        <translation>Taux de toutes les zones ensemble, de sorte qu’autant de cas sont attendus qu’observés.</translation>
    </message>
    <message>
        <source>How many cases would each area have at the rates of the reference?</source>
        <translation>Combien de cas aurait chaque zone aux taux de la référence ?</translation>
    </message>
    <message>
        <source>number of cases</source>
        <translation>nombre de cas</translation>
    </message>
    <message>
        <source>Nothing is expected here</source>
        <translation>Rien n’est attendu ici</translation>
    </message>
    <message>
        <source>More than expected, clearly</source>
        <translation>Plus que prévu, nettement</translation>
    </message>
    <message>
        <source>Fewer than expected, clearly</source>
        <translation>Moins que prévu, nettement</translation>
    </message>
    <message>
        <source>More, but it may be chance</source>
        <translation>Plus, mais c’est peut-être le hasard</translation>
    </message>
    <message>
        <source>Fewer, but it may be chance</source>
        <translation>Moins, mais c’est peut-être le hasard</translation>
    </message>
    <message>
        <source>About as many as expected</source>
        <translation>À peu près autant que prévu</translation>
    </message>
    <message>
        <source>Areas whose interval leaves out 1</source>
        <translation>Zones dont l’intervalle exclut 1</translation>
    </message>
    <message>
        <source>Rates from masked points</source>
        <translation>Taux à partir de points masqués</translation>
    </message>
    <message>
        <source>incidence</source>
        <translation>incidence</translation>
    </message>
    <message>
        <source>smoothing</source>
        <translation>lissage</translation>
    </message>
    <message>
        <source>disease mapping</source>
        <translation>cartographie des maladies</translation>
    </message>
    <message>
        <source>recipient</source>
        <translation>destinataire</translation>
    </message>
    <message>
        <source>bayesian</source>
        <translation>bayésien</translation>
    </message>
    <message>
        <source>Estimates the rate of every area, with its interval, from a masked release: its points, crowd and table, with the people (or expected cases) of the true areas.</source>
        <translation>Estime le taux de chaque zone, avec son intervalle, d’après une diffusion masquée : points, foule et table, avec les habitants (ou cas attendus) des vraies zones.</translation>
    </message>
    <message>
        <source>Counts of masked points at the destinations are taken for Poisson with mean Σ e r P, where e is expected in an area, r its rate ratio and P the mask's probability of moving from the area to the destination. The logs of r have a normal prior whose covariance falls exponentially with distance; its variance and range are averaged over a grid by their marginal likelihood (Laplace approximation). Intervals hold on average over the areas if rates vary smoothly; a single area that differs sharply from its neighbours is drawn towards them.</source>
        <translation>Les effectifs des points masqués aux destinations sont tenus pour poissonniens de moyenne Σ e r P, où e est attendu dans une zone, r son rapport de taux et P la probabilité du masque de déplacer de la zone à la destination. Les logarithmes de r ont une loi a priori normale dont la covariance décroît exponentiellement avec la distance ; sa variance et sa portée sont moyennées sur une grille par leur vraisemblance marginale (approximation de Laplace). Les intervalles tiennent en moyenne sur les zones si les taux varient doucement ; une zone isolée qui diffère nettement de ses voisines est tirée vers elles.</translation>
    </message>
    <message>
        <source>The released points.</source>
        <translation>Les points diffusés.</translation>
    </message>
    <message>
        <source>Field with the expected cases of each area (“Expected counts”): ratios to them are estimated, else rates of the population.</source>
        <translation>Champ des cas attendus de chaque zone (« Effectifs attendus ») : des rapports à ceux-ci sont estimés, sinon des taux de la population.</translation>
    </message>
    <message>
        <source>The areas with expected, ratio, rate (for 100 000 people), both with interval, exceedance (probability that the ratio is above 1) and log_sd.</source>
        <translation>Les zones avec expected, ratio, rate (pour 100 000 personnes), les deux avec leur intervalle, exceedance (probabilité que le rapport dépasse 1) et log_sd.</translation>
    </message>
    <message>
        <source>Areas raised with a probability of 95 % or more</source>
        <translation>Zones élevées avec une probabilité de 95 % ou plus</translation>
    </message>
    <message>
        <source>Estimated variation of the log rate (sd)</source>
        <translation>Variation estimée du logarithme du taux (écart type)</translation>
    </message>
    <message>
        <source>Estimated range of the field of rates (m)</source>
        <translation>Portée estimée du champ des taux (m)</translation>
    </message>
    <message>
        <source>Choose the field of the population, or the field of the expected cases.</source>
        <translation>Choisissez le champ de la population, ou celui des cas attendus.</translation>
    </message>
    <message>
        <source>Ratio</source>
        <translation>Rapport</translation>
    </message>
    <message>
        <source>What the rate of each area is likely to be, given where points were released.</source>
        <translation>Le taux probable de chaque zone, au vu des points diffusés.</translation>
    </message>
    <message>
        <source>expected cases</source>
        <translation>cas attendus</translation>
    </message>
    <message>
        <source>Nobody lives here</source>
        <translation>Personne n’habite ici</translation>
    </message>
    <message>
        <source>1.5 times and more, clearly</source>
        <translation>1,5 fois et plus, nettement</translation>
    </message>
    <message>
        <source>1.1 to 1.5 times, clearly</source>
        <translation>1,1 à 1,5 fois, nettement</translation>
    </message>
    <message>
        <source>Raised, but it may be chance</source>
        <translation>Élevé, mais c’est peut-être le hasard</translation>
    </message>
    <message>
        <source>0.9 times and less, clearly</source>
        <translation>0,9 fois et moins, nettement</translation>
    </message>
    <message>
        <source>Lowered, but it may be chance</source>
        <translation>Bas, mais c’est peut-être le hasard</translation>
    </message>
    <message>
        <source>About the overall rate</source>
        <translation>Environ le taux d’ensemble</translation>
    </message>
    <message>
        <source>Areas with an estimate</source>
        <translation>Zones avec une estimation</translation>
    </message>
    <message>
        <source>Areas without people, left without a rate</source>
        <translation>Zones inhabitées, laissées sans taux</translation>
    </message>
    <message>
        <source>Ratio, lowest and highest</source>
        <translation>Rapport, le plus bas et le plus haut</translation>
    </message>
    <message>
        <source>Raised with a probability of 95 % or more</source>
        <translation>Taux élevé avec une probabilité de 95 % ou plus</translation>
    </message>
    <message>
        <source>Estimated range of the field</source>
        <translation>Portée estimée du champ</translation>
    </message>
    <message>
        <source>Map of the estimated ratios</source>
        <translation>Carte des rapports estimés</translation>
    </message>
    <message>
        <source>Estimated ratios.</source>
        <translation>Rapports estimés.</translation>
    </message>
    <message>
        <source>Crowd</source>
        <translation>Foule</translation>
    </message>
    <message>
        <source>The crowd that the mask released beside the points; of several releases each.</source>
        <translation>La foule que le masque a diffusée à côté des points ; pour plusieurs diffusions chacune.</translation>
    </message>
    <message>
        <source>Table of the mask</source>
        <translation>Table du masque</translation>
    </message>
    <message>
        <source>The released table: origin, destination, probability; of several releases each, in the order of the crowds.</source>
        <translation>La table diffusée : origin, destination, probability ; pour plusieurs diffusions chacune, dans l’ordre des foules.</translation>
    </message>
    <message>
        <source>Layer “{layer}” is no crowd: it has no field {fields}. Choose the crowd that the mask wrote for this release.</source>
        <translation>La couche « {layer} » n’est pas une foule : elle n’a pas de champ {fields}. Choisissez la foule que le masque a écrite pour cette diffusion.</translation>
    </message>
    <message>
        <source>The field “{field}” does not count people: it says how many records were drawn. Choose people, or the people of one stratum.</source>
        <translation>Le champ « {field} » ne compte pas des personnes : il dit combien d’enregistrements ont été tirés. Choisissez people, ou les personnes d’une strate.</translation>
    </message>
    <message>
        <source>The field “{field}” holds the people of one stratum, and the points are those of all. Filter the points to the stratum.</source>
        <translation>Le champ « {field} » compte les personnes d’une seule strate, et les points sont ceux de toutes. Filtrez les points de cette strate.</translation>
    </message>
    <message>
        <source>Points stand at {names}, where the field “{field}” of layer “{layer}” is 0. Use points and crowd of the same release.</source>
        <translation>Des points se trouvent à {names}, où le champ « {field} » de la couche « {layer} » vaut 0. Utilisez les points et la foule de la même diffusion.</translation>
    </message>
    <message>
        <source>Layer “{layer}”: all values of the field “{field}” are whole numbers, as the people who live somewhere are. Compared with people of a census, a mask makes clusters: give the crowd that was released. A mask that moved nobody, or sends each area to one place, has such a crowd, too: then give its TABLE as well, with the areas and their population.</source>
        <translation>Couche « {layer} » : toutes les valeurs du champ « {field} » sont des nombres entiers, comme les personnes qui habitent quelque part. Comparé aux personnes d’un recensement, un masque fabrique des agrégats : donnez la foule qui a été diffusée. Un masque qui n’a déplacé personne, ou qui envoie chaque zone en un seul lieu, a lui aussi une telle foule : donnez alors aussi sa TABLE, avec les zones et leur population.</translation>
    </message>
    <message>
        <source>Layer “{layer}”: {stray} of {count} points lie at no destination of the crowd. Points and crowd must come from the same release.</source>
        <translation>Couche « {layer} » : {stray} des {count} points ne sont à aucune destination de la foule. Les points et la foule doivent venir de la même diffusion.</translation>
    </message>
    <message>
        <source>There are {points} points, but the crowd describes {drawn} records. Dots that earlier releases drew have crowds of their own: give the crowds of all releases. Where members of a household share a dot, keep one point of each.</source>
        <translation>Il y a {points} points, mais la foule décrit {drawn} enregistrements. Les points tirés par des diffusions antérieures ont leurs propres foules : donnez les foules de toutes les diffusions. Si les membres d’un ménage partagent un point, gardez-en un par ménage.</translation>
    </message>
    <message>
        <source>There are {points} points, but the crowd describes {drawn} records. Give all points of the release; or compare a part of them, such as those of women, with that part of the people (CROWD_FIELD, EXPECTED_FIELD or the table of the stratum).</source>
        <translation>Il y a {points} points, mais la foule décrit {drawn} enregistrements. Donnez tous les points de la diffusion ; ou comparez une partie d’entre eux, comme ceux des femmes, à cette partie des personnes (CROWD_FIELD, EXPECTED_FIELD ou la table de la strate).</translation>
    </message>
    <message>
        <source>There are {points} points, but the crowd describes {drawn} records. That is right for a part of the points compared with that part of the people, or where records have left the release; else differences between the people look like clusters.</source>
        <translation>Il y a {points} points, mais la foule décrit {drawn} enregistrements. C’est juste pour une partie des points comparée à cette partie des personnes, ou si des enregistrements ont quitté la diffusion ; sinon les différences entre personnes ressemblent à des agrégats.</translation>
    </message>
    <message>
        <source>Layer “{moved}” holds masked points, or points on few places as a mask leaves them, and layer “{stayed}” does not. Cases and controls must be moved alike, or the mask makes clusters: mask them in one run. If both are true places, rename the field record, and locate both in the same way.</source>
        <translation>La couche « {moved} » contient des points masqués, ou des points sur peu de lieux comme un masque les laisse, et la couche « {stayed} » non. Les cas et les témoins doivent être déplacés de la même façon, sinon le masque fabrique des agrégats : masquez-les en une seule exécution. Si les deux sont de vrais lieux, renommez le champ record et localisez les deux de la même manière.</translation>
    </message>
    <message>
        <source>Layer “{layer}” holds a table for each stratum. Filter table, points and crowd to one stratum first.</source>
        <translation>La couche « {layer} » contient une table pour chaque strate. Filtrez d’abord la table, les points et la foule sur une strate.</translation>
    </message>
    <message>
        <source>Layer “{layer}” has no field {field} for the stratum of the table. Use the crowd and the table of one release.</source>
        <translation>La couche « {layer} » n’a pas de champ {field} pour la strate de la table. Utilisez la foule et la table d’une même diffusion.</translation>
    </message>
    <message>
        <source>At {count} of {total} destinations the crowd “{crowd}” has other people than the table “{table}” and the population of the areas give. Use the crowd and the table of the same release, and the areas and the population that it was made for.</source>
        <translation>À {count} des {total} destinations, la foule « {crowd} » compte d’autres personnes que ne le donnent la table « {table} » et la population des zones. Utilisez la foule et la table de la même diffusion, avec les zones et la population pour lesquelles elle a été faite.</translation>
    </message>
    <message>
        <source>Layer “{layer}” names {field} {names}, which is not in layer “{other}”. Use the layers of one release.</source>
        <translation>La couche « {layer} » nomme {field} {names}, qui n’est pas dans la couche « {other} ». Utilisez les couches d’une même diffusion.</translation>
    </message>
    <message>
        <source>There are {crowds} crowds and {tables} tables. Give the table of each crowd.</source>
        <translation>Il y a {crowds} foules et {tables} tables. Donnez la table de chaque foule.</translation>
    </message>
    <message>
        <source>The tables move different strata ({names}). Filter all of them to one.</source>
        <translation>Les tables déplacent des strates différentes ({names}). Filtrez-les toutes à une seule.</translation>
    </message>
    <message>
        <source>Layer “{layer}” has no field {fields}. Choose the crowds, and the tables, that the masks of GeoDeID wrote.</source>
        <translation>La couche « {layer} » n’a pas de champ {fields}. Choisissez les foules, et les tables, que les masques de GeoDeID ont écrites.</translation>
    </message>
    <message>
        <source>Layer “{layer}” has rows without {fields}. Fill them, or leave them out.</source>
        <translation>La couche « {layer} » a des lignes sans {fields}. Remplissez-les, ou écartez-les.</translation>
    </message>
    <message>
        <source>Layer “{layer}” has a destination twice. A stratified crowd or table is analysed by stratum: filter it to one first.</source>
        <translation>La couche « {layer} » a deux fois une destination. Une foule ou une table stratifiée s’analyse par strate : filtrez-la d’abord à une seule.</translation>
    </message>
    <message>
        <source>Layer “{layer}” has more than one number of records. Give each crowd as a layer.</source>
        <translation>La couche « {layer} » a plus d’un nombre d’enregistrements. Donnez chaque foule comme une couche.</translation>
    </message>
    <message>
        <source>Some crowds are polygons and others points. Add up releases over the same destinations.</source>
        <translation>Certaines foules sont des polygones, d’autres des points. Additionnez des diffusions sur les mêmes destinations.</translation>
    </message>
    <message>
        <source>Layer “{table}” does not move to the destinations of layer “{crowd}”. Give the tables in the order of the crowds.</source>
        <translation>La couche « {table} » ne mène pas aux destinations de la couche « {crowd} ». Donnez les tables dans l’ordre des foules.</translation>
    </message>
    <message>
        <source>Nothing in layer “{layer}” shows that its points are masked (it has no field record). True places compared with the crowd show false clusters: make sure that these are the released points.</source>
        <translation>Rien dans la couche « {layer} » ne montre que ses points sont masqués (elle n’a pas de champ record). Des lieux vrais comparés à la foule montrent de faux agrégats : assurez-vous que ce sont les points diffusés.</translation>
    </message>
    <message>
        <source>Layer “{layer}” counts what lies outside of its areas, and {places} are not among them. Make its crowd over all areas of the other releases.</source>
        <translation>La couche « {layer} » compte ce qui est hors de ses zones, et {places} n’en sont pas. Faites sa foule sur toutes les zones des autres diffusions.</translation>
    </message>
    <message>
        <source>Layer “{layer}” stands for nobody.</source>
        <translation>La couche « {layer} » ne représente personne.</translation>
    </message>
    <message>
        <source>Layer “{first}” stands for {one} people and layer “{layer}” for {other}: they were made for other areas, or with another population. Analyse each release over its own crowd.</source>
        <translation>La couche « {first} » représente {one} personnes et la couche « {layer} » {other} : elles ont été faites pour d’autres zones, ou avec une autre population. Analysez chaque diffusion sur sa propre foule.</translation>
    </message>
    <message>
        <source>Layer “{other}” moves people of {names}, and layer “{layer}” does not know these areas. Add up tables of the same areas; rows of areas in which nobody lives can be deleted.</source>
        <translation>La couche « {other} » déplace des personnes de {names}, et la couche « {layer} » ne connaît pas ces zones. Additionnez les tables des mêmes zones ; les lignes des zones où personne n’habite peuvent être supprimées.</translation>
    </message>
    <message>
        <source>Destination “{place}” has another place in layer “{layer}”. Add up releases over the same destinations.</source>
        <translation>La destination « {place} » a un autre lieu dans la couche « {layer} ». Additionnez des diffusions sur les mêmes destinations.</translation>
    </message>
    <message>
        <source>Give points of cases with controls, areas or a crowd, or areas with the field of their cases.</source>
        <translation>Donnez des points de cas avec des témoins, des zones ou une foule, ou des zones avec le champ de leurs cas.</translation>
    </message>
    <message>
        <source>The points of layer “{layer}” stand {where}, as masked points do. Compared with the people who live in the areas these show clusters that the mask made: give the crowd that was released with them. If they are cases that were located by their area, or by an institution, count them in the areas, leave CASES empty and choose the field of the counts.</source>
        <translation>Les points de la couche « {layer} » se trouvent {where}, comme des points masqués. Comparés aux personnes qui habitent les zones, ceux-ci montrent des agrégats que le masque a fabriqués : donnez la foule qui a été diffusée avec eux. Si ce sont des cas localisés par leur zone, ou par un établissement, comptez-les par zone, laissez CASES vide et choisissez le champ des nombres.</translation>
    </message>
    <message>
        <source>The model poisson needs the field of the population, or of the expected cases, of the areas.</source>
        <translation>Le modèle poisson demande le champ de la population, ou des cas attendus, des zones.</translation>
    </message>
    <message>
        <source>Cases given as points need something to be compared with: controls, areas and their population, or the crowd of a masked release.</source>
        <translation>Des cas donnés en points doivent être comparés à quelque chose : des témoins, des zones et leur population, ou la foule d’une diffusion masquée.</translation>
    </message>
    <message>
        <source>Give the masked points as cases: the crowd says what they are compared with.</source>
        <translation>Donnez les points masqués comme cas : la foule dit à quoi ils sont comparés.</translation>
    </message>
    <message>
        <source>A crowd describes masked points, and PLACES says that the cases stand where people live. Give true places with controls or areas, and leave CROWD empty; or correct PLACES.</source>
        <translation>Une foule décrit des points masqués, et PLACES dit que les cas se trouvent là où les gens habitent. Donnez les vrais lieux avec des témoins ou des zones et laissez CROWD vide, ou corrigez PLACES.</translation>
    </message>
    <message>
        <source>Say where the cases stand (PLACES). true: where people live. masked: where a mask put them; then give the crowd that was released with them. Nothing in the layer tells, and masked points show clusters that the mask made.</source>
        <translation>Dites où sont placés les cas (PLACES). true : là où les gens habitent. masked : là où un masque les a mis ; donnez alors la foule diffusée avec eux. Rien dans la couche ne le dit, et des points masqués montrent des agrégats que le masque a créés.</translation>
    </message>
    <message>
        <source>Masked points, or counts of them, show clusters that the mask made where they are compared with the people who live in the areas. Give the points as CASES, with the CROWD that was released with them.</source>
        <translation>Des points masqués, ou leurs effectifs, montrent des agrégats que le masque a créés lorsqu’on les compare aux personnes qui habitent les zones. Donnez les points comme CASES, avec la foule (CROWD) diffusée avec eux.</translation>
    </message>
    <message>
        <source>Layer “{layer}” holds masked points. Compared with the people who live in the areas they show clusters that the mask made. Give the crowd that was released with them. If these are true places with a number of their own, rename the field record.</source>
        <translation>La couche « {layer} » contient des points masqués. Comparés aux personnes qui habitent les zones, ils montrent des agrégats que le masque a fabriqués. Donnez la foule qui a été diffusée avec eux. Si ce sont de vrais lieux avec un numéro à eux, renommez le champ record.</translation>
    </message>
    <message>
        <source>on the points of the areas</source>
        <translation>sur les points des zones</translation>
    </message>
    <message>
        <source>The model bernoulli compares cases given as points with CONTROLS: give them.</source>
        <translation>Le modèle bernoulli compare les cas donnés en points à des témoins : donnez CONTROLS.</translation>
    </message>
    <message>
        <source>Give the areas whose people the cases are compared with.</source>
        <translation>Donnez les zones aux personnes desquelles les cas sont comparés.</translation>
    </message>
    <message>
        <source>Choose the field with the cases of each area.</source>
        <translation>Choisissez le champ avec les cas de chaque zone.</translation>
    </message>
    <message>
        <source>The model bernoulli needs the field with the controls of each area.</source>
        <translation>Le modèle bernoulli demande le champ avec les témoins de chaque zone.</translation>
    </message>
    <message>
        <source>number of controls</source>
        <translation>nombre de témoins</translation>
    </message>
    <message>
        <source>{count} cases lie outside every area and were left out.</source>
        <translation>{count} cas sont hors de toute zone et ont été omis.</translation>
    </message>
    <message>
        <source>on few places, many on each</source>
        <translation>sur peu de lieux, à plusieurs sur chacun</translation>
    </message>
    <message>
        <source>Scan for clusters</source>
        <translation>Rechercher des agrégats</translation>
    </message>
    <message>
        <source>scan</source>
        <translation>numérisation</translation>
    </message>
    <message>
        <source>clusters</source>
        <translation>agrégats</translation>
    </message>
    <message>
        <source>hot spot</source>
        <translation>point chaud</translation>
    </message>
    <message>
        <source>outbreak</source>
        <translation>éclosion</translation>
    </message>
    <message>
        <source>satscan</source>
        <translation>satscan</translation>
    </message>
    <message>
        <source>spatial scan statistic</source>
        <translation>statistique de balayage spatial</translation>
    </message>
    <message>
        <source>Finds the circle in which cases are most in excess, and how often chance alone would do as well (Kulldorff's scan statistic): from cases with controls, areas, or a masked release.</source>
        <translation>Trouve le cercle où les cas sont le plus en excès, et combien de fois le hasard seul en ferait autant (statistique de balayage de Kulldorff) : à partir de cas avec témoins, de zones, ou d’une diffusion masquée.</translation>
    </message>
    <message>
        <source>Clusters that share no location, the most likely first. The likelihood ratio says how much better a cluster explains the counts than chance does; p is the share of random maps with one at least as strong.</source>
        <translation>Agrégats sans lieu commun, le plus vraisemblable d’abord. Le rapport de vraisemblance dit combien un agrégat explique mieux les effectifs que le hasard ; p est la part des cartes aléatoires qui en ont un au moins aussi fort.</translation>
    </message>
    <message>
        <source>Points, one for each case: true places, or masked points with their crowd. Empty: counts of areas.</source>
        <translation>Points, un par cas : vrais lieux, ou points masqués avec leur foule. Vide : effectifs de zones.</translation>
    </message>
    <message>
        <source>Points, one a control, drawn from the people who could have been cases.</source>
        <translation>Points, un par témoin, tirés des personnes qui auraient pu être des cas.</translation>
    </message>
    <message>
        <source>Cases in each area</source>
        <translation>Cas de chaque zone</translation>
    </message>
    <message>
        <source>Field with whole numbers of cases. Round imputed fractions first.</source>
        <translation>Champ de nombres entiers de cas. Arrondissez d’abord les fractions imputées.</translation>
    </message>
    <message>
        <source>Controls in each area</source>
        <translation>Témoins de chaque zone</translation>
    </message>
    <message>
        <source>Field with whole numbers of controls, for the model bernoulli.</source>
        <translation>Champ de nombres entiers de témoins, pour le modèle bernoulli.</translation>
    </message>
    <message>
        <source>Field with the expected cases of each area (“Expected counts”), in place of the population, for the model poisson.</source>
        <translation>Champ des cas attendus de chaque zone (« Effectifs attendus »), à la place de la population, pour le modèle poisson.</translation>
    </message>
    <message>
        <source>Where the cases stand</source>
        <translation>Où sont placés les cas</translation>
    </message>
    <message>
        <source>true: where people live. masked: where a mask put them. Needed without a crowd.</source>
        <translation>true : où les gens habitent. masked : où un masque les a mis. Exigé sans foule.</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>Comparer à</translation>
    </message>
    <message>
        <source>Field of the crowd to compare with instead of people, such as those of one stratum.</source>
        <translation>Champ de la foule auquel comparer au lieu des personnes, par exemple celles d’une strate.</translation>
    </message>
    <message>
        <source>Clusters</source>
        <translation>Agrégats</translation>
    </message>
    <message>
        <source>Circles with rank, centre, radius_m, cases, size, expected, relative_risk, llr, p_value, p_gumbel and significant (p at most 0.05). Internal where cases are true places.</source>
        <translation>Cercles avec rang, centre, radius_m, cases, size, expected, relative_risk, llr, p_value, p_gumbel et significant (p d’au plus 0,05). Interne si les cas sont aux vrais lieux.</translation>
    </message>
    <message>
        <source>Locations</source>
        <translation>Lieux</translation>
    </message>
    <message>
        <source>Every location with cases, size, expected, relative_risk and the rank of its cluster. Internal: do not release.</source>
        <translation>Chaque lieu avec cases, size, expected, relative_risk et le rang de son agrégat. Interne : ne pas diffuser.</translation>
    </message>
    <message>
        <source>Files for SaTScan</source>
        <translation>Fichiers pour SaTScan</translation>
    </message>
    <message>
        <source>Folder of files (scan.prm) that SaTScan opens as they are. Internal: they hold the places of the cases.</source>
        <translation>Dossier de fichiers (scan.prm) que SaTScan ouvre tels quels. Interne : ils contiennent les lieux des cas.</translation>
    </message>
    <message>
        <source>Clusters for Google Earth</source>
        <translation>Agrégats pour Google Earth</translation>
    </message>
    <message>
        <source>The circles as KML, with their figures where they are clicked. Internal where cases are true places.</source>
        <translation>Les cercles en KML, avec leurs chiffres au clic. Interne si les cas sont à leurs vrais lieux.</translation>
    </message>
    <message>
        <source>KML files (*.kml)</source>
        <translation>Fichiers KML (*.kml)</translation>
    </message>
    <message>
        <source>p-value of the most likely cluster</source>
        <translation>Valeur p de l’agrégat le plus probable</translation>
    </message>
    <message>
        <source>Log likelihood ratio of the most likely cluster</source>
        <translation>Log du rapport de vraisemblance de l’agrégat le plus probable</translation>
    </message>
    <message>
        <source>Clusters reported</source>
        <translation>Agrégats signalés</translation>
    </message>
    <message>
        <source>Clusters with p of at most 0.05</source>
        <translation>Agrégats où p est au plus 0,05</translation>
    </message>
    <message>
        <source>SaTScan knows no masks. Leave the table out: the crowd alone serves SaTScan as population.</source>
        <translation>SaTScan ne connaît pas de masques. Omettez la table : la foule seule sert de population à SaTScan.</translation>
    </message>
    <message>
        <source>A scan through the mask knows no cases of single areas. Leave the layer of locations out.</source>
        <translation>Un balayage à travers le masque ne connaît pas les cas de zones isolées. Omettez la couche des lieux.</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>Agrégat</translation>
    </message>
    <message>
        <source>Radius</source>
        <translation>Rayon</translation>
    </message>
    <message>
        <source>Relative risk</source>
        <translation>Risque relatif</translation>
    </message>
    <message>
        <source>Log likelihood ratio</source>
        <translation>Log du rapport de vraisemblance</translation>
    </message>
    <message>
        <source>p</source>
        <translation>p</translation>
    </message>
    <message>
        <source>Where are cases most in excess, and could chance have done it?</source>
        <translation>Où l’excès de cas est-il le plus fort, et le hasard suffit-il à l’expliquer ?</translation>
    </message>
    <message>
        <source>Map of the clusters</source>
        <translation>Carte des agrégats</translation>
    </message>
    <message>
        <source>by the expected cases</source>
        <translation>par les cas attendus</translation>
    </message>
    <message>
        <source>by the controls, as they were chosen</source>
        <translation>par les témoins, tels qu’ils ont été choisis</translation>
    </message>
    <message>
        <source>Circular spatial scan statistic for high rates (Kulldorff, Communications in Statistics 1997, 26(6)); circles about every location, p-values from random relabellings of the cases.</source>
        <translation>Statistique de balayage spatial circulaire pour taux élevés (Kulldorff, Communications in Statistics 1997, 26(6)) ; cercles autour de chaque lieu, valeurs p par réétiquetage aléatoire des cas.</translation>
    </message>
    <message>
        <source>There is a cluster that chance hardly explains: p = {p}.</source>
        <translation>Il y a un agrégat que le hasard n’explique guère : p = {p}.</translation>
    </message>
    <message>
        <source>The scan is not adjusted for age, sex or anything else, which may explain it.</source>
        <translation>Le balayage n’est ajusté ni sur l’âge, ni sur le sexe, ni sur rien d’autre, qui peut l’expliquer.</translation>
    </message>
    <message>
        <source>Chance explains the most likely cluster: p = {p}.</source>
        <translation>Le hasard explique l’agrégat le plus probable : p = {p}.</translation>
    </message>
    <message>
        <source>The scan is not adjusted for age, sex or anything else, which may hide one.</source>
        <translation>Le balayage n’est ajusté ni sur l’âge, ni sur le sexe, ni sur rien d’autre, qui peut en cacher un.</translation>
    </message>
    <message>
        <source>observed</source>
        <translation>observé</translation>
    </message>
    <message>
        <source>Adjusted for covariates</source>
        <translation>Ajusté sur des covariables</translation>
    </message>
    <message>
        <source>Random maps</source>
        <translation>Cartes aléatoires</translation>
    </message>
    <message>
        <source>Largest circle</source>
        <translation>Plus grand cercle</translation>
    </message>
    <message>
        <source>Distances</source>
        <translation>Distances</translation>
    </message>
    <message>
        <source>great circle</source>
        <translation>grand cercle</translation>
    </message>
    <message>
        <source>p of at most 0.05</source>
        <translation>p d’au plus 0,05</translation>
    </message>
    <message>
        <source>it may be chance</source>
        <translation>c’est peut-être le hasard</translation>
    </message>
    <message>
        <source>In no cluster</source>
        <translation>Dans aucun agrégat</translation>
    </message>
    <message>
        <source>Numbers are those of the clusters in the table.</source>
        <translation>Les numéros sont ceux des agrégats du tableau.</translation>
    </message>
    <message>
        <source>Cases and controls</source>
        <translation>Cas et témoins</translation>
    </message>
    <message>
        <source>Masked population (crowd)</source>
        <translation>Population masquée (foule)</translation>
    </message>
    <message>
        <source>The points are masked. The likelihood of a circle of true areas was taken through the table of the mask, and random maps were drawn from the masked population, so that the mask itself makes no clusters. How many cases lie inside a circle is not known.</source>
        <translation>Les points sont masqués. La vraisemblance d’un cercle de vraies zones a été prise à travers la table du masque, et les cartes aléatoires ont été tirées de la population masquée, de sorte que le masque lui-même ne fait pas d’agrégats. Combien de cas se trouvent dans un cercle n’est pas connu.</translation>
    </message>
    <message>
        <source>No p-value was computed, or no circle holds an excess.</source>
        <translation>Aucune valeur p n’a été calculée, ou aucun cercle ne contient d’excès.</translation>
    </message>
    <message>
        <source>999 give p-values in steps of 0.001. 0 finds the clusters without p-values.</source>
        <translation>999 donne des valeurs p par pas de 0,001. 0 trouve les agrégats sans valeurs p.</translation>
    </message>
    <message>
        <source>Largest circle (share)</source>
        <translation>Plus grand cercle (part)</translation>
    </message>
    <message>
        <source>A circle holds at most this share of all cases and controls, or of the population.</source>
        <translation>Un cercle contient au plus cette part de tous les cas et témoins, ou de la population.</translation>
    </message>
    <message>
        <source>No circle holds more cases than expected, so there is no cluster.</source>
        <translation>Aucun cercle ne contient plus de cas qu’attendu, il n’y a donc pas d’agrégat.</translation>
    </message>
    <message>
        <source>Cluster {rank}</source>
        <translation>Agrégat {rank}</translation>
    </message>
    <message>
        <source>What chance alone produced, and what was observed.</source>
        <translation>Ce que le seul hasard a produit, et ce qui a été observé.</translation>
    </message>
    <message>
        <source>Study</source>
        <translation>Étude</translation>
    </message>
    <message>
        <source>The points are masked. They were compared with the masked population, the people whom a point at each place stands for, so that the mask itself makes no clusters. Circles hold masked places: the true ones lie around them.</source>
        <translation>Les points sont masqués. Ils ont été comparés à la population masquée, les personnes que représente un point en chaque lieu, de sorte que le masque lui-même ne fait pas d’agrégats. Les cercles contiennent des lieux masqués : les vrais sont autour.</translation>
    </message>
    <message>
        <source>Largest log likelihood ratio</source>
        <translation>Plus grand log du rapport de vraisemblance</translation>
    </message>
    <message>
        <source>Cases and controls were moved by one mask and are compared with each other. Circles hold masked places: the true ones lie around them.</source>
        <translation>Cas et témoins ont été déplacés par un même masque et sont comparés entre eux. Les cercles contiennent des lieux masqués : les vrais lieux se trouvent autour.</translation>
    </message>
    <message>
        <source>The cases were taken for true places, or counts of true places, as was stated. Masked points would show clusters that the mask made.</source>
        <translation>Les cas ont été pris pour de vrais lieux, ou pour des effectifs de vrais lieux, comme il a été déclaré. Des points masqués montreraient des agrégats créés par le masque.</translation>
    </message>
    <message>
        <source>Do records lie together more than chance would put them? Ripley's K, drawn as L(r) − r: above the band they are clustered at distance r. Where the dashed line leaves the full one, the mask changed the pattern.</source>
        <translation>Les enregistrements sont-ils plus groupés que le hasard ne les placerait ? Le K de Ripley, tracé comme L(r) − r : au-dessus de la bande, ils sont groupés à la distance r. Là où la ligne tiretée quitte la ligne pleine, le masque a changé la configuration.</translation>
    </message>
    <message>
        <source>This is a sample: {compared} of {records} records, drawn at random.</source>
        <translation>Il s’agit d’un échantillon : {compared} enregistrements sur {records}, tirés au hasard.</translation>
    </message>
    <message>
        <source>Risk against distance. Each dot on the line is a bound of the risk with the shortest move that a person can expect under it; lower and farther left is better.</source>
        <translation>Risque et distance. Chaque point de la ligne est une borne du risque avec le plus court déplacement auquel une personne peut s’attendre sous cette borne ; plus bas et plus à gauche vaut mieux.</translation>
    </message>
    <message>
        <source>How far records were moved. The height of a bar is a number of records.</source>
        <translation>De combien les enregistrements ont été déplacés. La hauteur d’une barre est un nombre d’enregistrements.</translation>
    </message>
    <message>
        <source>In which direction records were moved; the area of a petal is a number of records. A mask that follows where people live need not make all petals equal, but one long petal means that the whole map was shifted.</source>
        <translation>Dans quelle direction les enregistrements ont été déplacés ; l’aire d’un pétale est un nombre d’enregistrements. Un masque qui suit l’habitat n’a pas à rendre tous les pétales égaux, mais un seul long pétale veut dire que toute la carte a été décalée.</translation>
    </message>
    <message>
        <source>k is the number of people who live no farther from the masked dot than the patient does: somebody who has only the map would have to choose among them.</source>
        <translation>k est le nombre de personnes qui n’habitent pas plus loin du point masqué que le patient : qui n’a que la carte devrait choisir parmi elles.</translation>
    </message>
    <message>
        <source>What hides the records, and what became of the pattern</source>
        <translation>Ce qui cache les enregistrements, et ce qu’est devenue la configuration</translation>
    </message>
    <message>
        <source>People among whom the record hides (k)</source>
        <translation>Personnes parmi lesquelles l’enregistrement se cache (k)</translation>
    </message>
    <message>
        <source>what chance alone makes</source>
        <translation>ce que fait le seul hasard</translation>
    </message>
    <message>
        <source>masked places</source>
        <translation>lieux masqués</translation>
    </message>
    <message>
        <source>Distance r, metres</source>
        <translation>Distance r, mètres</translation>
    </message>
    <message>
        <source>L(r) − r, metres</source>
        <translation>L(r) − r, mètres</translation>
    </message>
    <message>
        <source>shortest possible</source>
        <translation>le plus court possible</translation>
    </message>
    <message>
        <source>Expected move (m)</source>
        <translation>Déplacement attendu (m)</translation>
    </message>
    <message>
        <source>Not measured: k needs addresses, or areas with a population.</source>
        <translation>Non mesuré : k exige des adresses, ou des zones avec une population.</translation>
    </message>
    <message>
        <source>Not measured: Ripley's K needs 3 records off one line, and random patterns.</source>
        <translation>Non mesuré : le K de Ripley exige 3 enregistrements hors d’une même ligne, et des configurations aléatoires.</translation>
    </message>
    <message>
        <source>aggregation</source>
        <translation>agrégation</translation>
    </message>
    <message>
        <source>this map</source>
        <translation>cette carte</translation>
    </message>
    <message>
        <source>{y} against {x}</source>
        <translation>{y} selon {x}</translation>
    </message>
    <message>
        <source>Directions of the moves</source>
        <translation>Directions des déplacements</translation>
    </message>
    <message>
        <source>N</source>
        <translation>N</translation>
    </message>
    <message>
        <source>E</source>
        <translation>E</translation>
    </message>
    <message>
        <source>S</source>
        <translation>S</translation>
    </message>
    <message>
        <source>W</source>
        <translation>O</translation>
    </message>
    <message>
        <source>Held back – do not release</source>
        <translation>Bloqué – ne pas diffuser</translation>
    </message>
    <message>
        <source>For release</source>
        <translation>Pour diffusion</translation>
    </message>
    <message>
        <source>en</source>
        <translation>fr</translation>
    </message>
    <message>
        <source>→ Found</source>
        <translation>→ Résultat</translation>
    </message>
    <message>
        <source>This run used a seed, and whoever knows the seed can undo the masking. It is for testing: for a release, run it without a seed.</source>
        <translation>Cette exécution a utilisé une graine, et quiconque la connaît peut défaire le masquage. Ce n’est qu’un essai : pour diffuser, exécutez sans graine.</translation>
    </message>
    <message>
        <source>no data</source>
        <translation>sans donnée</translation>
    </message>
    <message>
        <source>withheld: held back to protect people, because it is small or would reveal another; not a zero.</source>
        <translation>masqué : non diffusé pour protéger des personnes, parce qu’il est petit ou en révélerait un autre ; ce n’est pas un zéro.</translation>
    </message>
    <message>
        <source>no data: nobody knows the value; not zero either.</source>
        <translation>sans donnée : personne ne connaît la valeur ; ce n’est pas zéro non plus.</translation>
    </message>
    <message>
        <source>This report covers one run only: earlier releases of the same people, and other fields beside the map, add to the risk.</source>
        <translation>Ce rapport ne parle que d’une seule exécution : les diffusions antérieures sur les mêmes personnes, et d’autres champs à côté de la carte, ajoutent au risque.</translation>
    </message>
    <message>
        <source>Sort by this column</source>
        <translation>Trier selon cette colonne</translation>
    </message>
    <message>
        <source>Larger</source>
        <translation>Agrandir</translation>
    </message>
    <message>
        <source>Smaller</source>
        <translation>Réduire</translation>
    </message>
    <message>
        <source>One over the other: slide</source>
        <translation>L’une sur l’autre : faites glisser</translation>
    </message>
    <message>
        <source>Slide the risk:</source>
        <translation>Faites varier le risque :</translation>
    </message>
    <message>
        <source>Previous record</source>
        <translation>Enregistrement précédent</translation>
    </message>
    <message>
        <source>Next record</source>
        <translation>Enregistrement suivant</translation>
    </message>
    <message>
        <source>Whole map</source>
        <translation>Carte entière</translation>
    </message>
    <message>
        <source>1 in {people} costs about {metres} m</source>
        <translation>1 sur {people} coûte environ {metres} m</translation>
    </message>
    <message>
        <source>What was left out, and what needs care</source>
        <translation>Ce qui a été omis, et ce qui demande de la prudence</translation>
    </message>
    <message>
        <source>No SHA-256: what was judged lies in temporary layers, not in files.</source>
        <translation>Pas de SHA-256 : ce qui a été jugé se trouve dans des couches temporaires, pas dans des fichiers.</translation>
    </message>
    <message>
        <source>INTERNAL – do not release</source>
        <translation>INTERNE – ne pas diffuser</translation>
    </message>
    <message>
        <source>Who signs for what</source>
        <translation>Qui signe quoi</translation>
    </message>
    <message>
        <source>Name and function</source>
        <translation>Nom et fonction</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>Date</translation>
    </message>
    <message>
        <source>Signature</source>
        <translation>Signature</translation>
    </message>
    <message>
        <source>Files judged (SHA-256)</source>
        <translation>Fichiers examinés (SHA-256)</translation>
    </message>
    <message>
        <source>How a mask hides a patient: the patient, the crowd, the dot, the attack</source>
        <translation>Comment un masque cache un patient : le patient, la foule, le point, l’attaque</translation>
    </message>
    <message>
        <source>A patient of the sample lives here.</source>
        <translation>Un patient de l’exemple habite ici.</translation>
    </message>
    <message>
        <source>The same dot could come from any home in the blue areas.</source>
        <translation>Le même point pourrait venir de n’importe quel logement des zones bleues.</translation>
    </message>
    <message>
        <source>The mask draws its place: as near as the limit allows.</source>
        <translation>Le masque tire sa place au sort, aussi près que la limite le permet.</translation>
    </message>
    <message>
        <source>Somebody who knows the method names the patient at best 1 time in 11.</source>
        <translation>Qui connaît la méthode nomme le patient au mieux 1 fois sur 11.</translation>
    </message>
    <message>
        <source>Each patient hides among at least this many people. Somebody who knows the release, the populations and the whole method, but not the random numbers, names the right one at best once in that many tries.</source>
        <translation>Chaque patient se fond parmi au moins ce nombre de personnes. Qui connaît la diffusion, les populations et toute la méthode, mais non les nombres aléatoires, nomme la bonne au mieux une fois sur ce nombre.</translation>
    </message>
    <message>
        <source>Nothing in the release is finer than a zone, and this many people live in the smallest one. Each patient there could be any of them.</source>
        <translation>Rien dans la diffusion n’est plus fin qu’un secteur, et c’est le nombre d’habitants du plus petit. Chaque patient qui s’y trouve peut être n’importe lequel d’entre eux.</translation>
    </message>
    <message>
        <source>The smallest number that is printed beside a zone. Smaller ones are withheld, because neighbours may recognise the few people behind them.</source>
        <translation>Le plus petit nombre imprimé pour un secteur. Les plus petits sont masqués, car des voisins pourraient reconnaître les quelques personnes en cause.</translation>
    </message>
    <message>
        <source>A withheld count is small, or would give a small one away by subtraction; it is neither zero nor missing. Whoever subtracts everything that is printed still finds several possible values for each.</source>
        <translation>Un effectif masqué est petit, ou en révélerait un petit par soustraction ; il n’est ni nul ni manquant. Qui soustrait tout ce qui est publié trouve encore plusieurs valeurs possibles pour chacun.</translation>
    </message>
    <message>
        <source>The mean distance from a patient’s place to the dot, short where many people live and long where few do. Patterns on the map that are smaller than this distance mean nothing.</source>
        <translation>Distance moyenne entre le lieu d’un patient et le point : courte là où vivent beaucoup de gens, longue là où il y en a peu. Les motifs de la carte plus petits que cette distance ne veulent rien dire.</translation>
    </message>
    <message>
        <source>Each count was changed by chance; 19 times in 20 the true count is at most this far from the printed one. This noise is what hides a single patient, so print the interval with the count.</source>
        <translation>Chaque effectif a été changé au hasard ; 19 fois sur 20, l’effectif vrai s’écarte au plus d’autant de celui qui est publié. C’est ce bruit qui cache un patient : publiez l’intervalle avec l’effectif.</translation>
    </message>
    <message>
        <source>By chance a dot may lie on a patient’s home, as it may lie on any neighbour’s, and nothing shows which dots did. Exposed are only patients who are found among fewer people than the limit asks for.</source>
        <translation>Par hasard, un point peut tomber sur le domicile d’un patient, comme sur celui d’un voisin, et rien ne montre lesquels. Ne sont exposés que les patients trouvés parmi moins de personnes que la limite n’en demande.</translation>
    </message>
    <message>
        <source>Suppose that somebody thinks it as likely as not that a neighbour is a patient, reads every count that was published, and then guesses. Such a guess is right at most this often, whatever else is known.</source>
        <translation>Supposez que quelqu’un juge aussi probable qu’improbable qu’un voisin soit un patient, lise tous les effectifs publiés, puis devine. Il devine juste au plus dans cette proportion, quoi qu’il sache d’autre.</translation>
    </message>
    <message>
        <source>Somebody who studies all the dots together, and knows the populations and the whole method but not the random numbers, can be at most this sure that any particular person is one of the patients. This was proved for exactly these dots.</source>
        <translation>Quelqu’un qui étudie tous les points ensemble et connaît les populations et toute la méthode, mais pas les nombres aléatoires, ne peut être plus sûr que cela qu’une personne donnée fait partie des patients. C’est prouvé pour ces points mêmes.</translation>
    </message>
    <message>
        <source>And {count} more, under “{title}”.</source>
        <translation>Et {count} autres, sous « {title} ».</translation>
    </message>
    <message>
        <source>{passed} of {all} checks passed.</source>
        <translation>Vérifications conformes : {passed} sur {all}.</translation>
    </message>
    <message>
        <source>YES</source>
        <translation>OUI</translation>
    </message>
    <message>
        <source>YES, IF</source>
        <translation>OUI, SI</translation>
    </message>
    <message>
        <source>NO</source>
        <translation>NON</translation>
    </message>
    <message>
        <source>CAN’T TELL</source>
        <translation>ON NE SAIT PAS</translation>
    </message>
    <message>
        <source>Do not publish it as it is.</source>
        <translation>Ne pas publier en l’état.</translation>
    </message>
    <message>
        <source>Publish nothing of it until the following is settled.</source>
        <translation>Ne rien en publier tant que les points suivants ne sont pas réglés.</translation>
    </message>
    <message>
        <source>people among whom each one hides, at least</source>
        <translation>personnes au moins parmi lesquelles chacun se cache</translation>
    </message>
    <message>
        <source>The population is that of the right people and year.</source>
        <translation>La population est celle des bonnes personnes et de la bonne année.</translation>
    </message>
    <message>
        <source>Nothing else has been released about these people by area, unless it is in the ledger.</source>
        <translation>Rien d’autre n’a été diffusé par zone sur ces personnes, sauf ce qui est dans le registre.</translation>
    </message>
    <message>
        <source>It was drawn once, not until it passed or looked right.</source>
        <translation>Le tirage a été fait une seule fois, sans recommencer jusqu’à ce qu’il convienne.</translation>
    </message>
    <message>
        <source>Only the files that were judged leave the building.</source>
        <translation>Seuls les fichiers qui ont été jugés quittent l’établissement.</translation>
    </message>
    <message>
        <source>Prepared it, and answers for the data that went in</source>
        <translation>Préparé par (répond des données fournies)</translation>
    </message>
    <message>
        <source>Read it, and approves the release</source>
        <translation>Relu et autorisé par</translation>
    </message>
    <message>
        <source>Do not publish it: it gives people away.</source>
        <translation>Ne pas publier : des personnes y sont reconnaissables.</translation>
    </message>
    <message>
        <source>What is missing</source>
        <translation>Ce qui manque</translation>
    </message>
    <message>
        <source>What was checked</source>
        <translation>Ce qui a été vérifié</translation>
    </message>
    <message>
        <source>May this be published?</source>
        <translation>Peut-on publier ceci ?</translation>
    </message>
    <message>
        <source>Before you sign</source>
        <translation>Avant de signer</translation>
    </message>
    <message>
        <source>Before it is published</source>
        <translation>Avant de publier</translation>
    </message>
    <message>
        <source>Why not, and what would help</source>
        <translation>Pourquoi, et que faire</translation>
    </message>
    <message>
        <source>Why not</source>
        <translation>Pourquoi</translation>
    </message>
    <message>
        <source>{one}; {other}</source>
        <translation>{one} ; {other}</translation>
    </message>
    <message>
        <source>Somebody who reads all places together may reach less than somebody who reads one. The figure for one place is a worst case, as if every dot had fallen where a dot reveals most; the figure for all places adds up the dots that were really drawn. The larger one decides.</source>
        <translation>Qui lit tous les points ensemble peut en apprendre moins que qui n’en lit qu’un. Le chiffre d’un seul point est un pire cas, comme si chacun était tombé là où il révèle le plus ; celui de tous additionne les points réellement tirés. Le plus grand décide.</translation>
    </message>
    <message>
        <source>Figures that this verdict does not cover, each with the reason.</source>
        <translation>Chiffres que ce verdict ne couvre pas, chacun avec la raison.</translation>
    </message>
    <message>
        <source>Fields beside the map: age, sex, dates and the like (quasi-identifiers) may identify people on their own or together with the place. Measure them with “Check fields: uniqueness”.</source>
        <translation>Champs à côté de la carte : l’âge, le sexe, les dates et autres (quasi-identifiants) peuvent identifier des personnes, seuls ou avec le lieu. Mesurez-les avec « Vérifier des champs : unicité ».</translation>
    </message>
    <message>
        <source>✓ Passed</source>
        <translation>✓ Conforme</translation>
    </message>
    <message>
        <source>! With care</source>
        <translation>! Sous réserve</translation>
    </message>
    <message>
        <source>✕ Do not release</source>
        <translation>✕ Ne pas diffuser</translation>
    </message>
    <message>
        <source>? Could not be judged</source>
        <translation>? Non jugé</translation>
    </message>
    <message>
        <source>What was judged</source>
        <translation>Ce qui a été jugé</translation>
    </message>
    <message>
        <source>{median} (from {least} to {most})</source>
        <translation>{median} (de {least} à {most})</translation>
    </message>
    <message>
        <source>What went in</source>
        <translation>Données d’entrée</translation>
    </message>
    <message>
        <source>Adversaries against whom the claim is made.</source>
        <translation>Adversaires contre lesquels l’affirmation est faite.</translation>
    </message>
    <message>
        <source>Adversaries</source>
        <translation>Adversaires</translation>
    </message>
    <message>
        <source>The adversary knows</source>
        <translation>L’adversaire connaît</translation>
    </message>
    <message>
        <source>and holds a list of</source>
        <translation>et détient une liste de</translation>
    </message>
    <message>
        <source>Risk reached</source>
        <translation>Risque atteint</translation>
    </message>
    <message>
        <source>✓ within the limit</source>
        <translation>✓ dans la limite</translation>
    </message>
    <message>
        <source>! above the limit, but explained</source>
        <translation>! au-dessus de la limite, mais expliqué</translation>
    </message>
    <message>
        <source>? could not be judged</source>
        <translation>? non jugé</translation>
    </message>
    <message>
        <source>✕ above the limit</source>
        <translation>✕ au-dessus de la limite</translation>
    </message>
    <message>
        <source>{names} … and {count} more</source>
        <translation>{names} … et {count} de plus</translation>
    </message>
    <message>
        <source>Every check that the claim needs was made, and no adversary got beyond the limit.</source>
        <translation>Chaque vérification que l’affirmation demande a été faite, et aucun adversaire n’a dépassé la limite.</translation>
    </message>
    <message>
        <source>There is something to look at first: the internal report names it.</source>
        <translation>Un point est à examiner d’abord : le rapport interne le nomme.</translation>
    </message>
    <message>
        <source>A check that the claim needs could not be made.</source>
        <translation>Une vérification dont dépend l’affirmation n’a pas pu être faite.</translation>
    </message>
    <message>
        <source>This is not cleared for release.</source>
        <translation>La diffusion n’est pas autorisée.</translation>
    </message>
    <message>
        <source>What is claimed</source>
        <translation>Affirmation à vérifier</translation>
    </message>
    <message>
        <source>Number of areas</source>
        <translation>Nombre de zones</translation>
    </message>
    <message>
        <source>People in these areas</source>
        <translation>Personnes dans ces zones</translation>
    </message>
    <message>
        <source>People per km²: median area, and extremes</source>
        <translation>Personnes par km² : zone médiane, et extrêmes</translation>
    </message>
    <message>
        <source>Records outside every area</source>
        <translation>Enregistrements hors de toute zone</translation>
    </message>
    <message>
        <source>Fields released beside the place</source>
        <translation>Champs diffusés à côté du lieu</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>Trouvé</translation>
    </message>
    <message>
        <source>Check a map picture before submission</source>
        <translation>Vérifier une image de carte avant soumission</translation>
    </message>
    <message>
        <source>Compare with the true points</source>
        <translation>Comparer aux vrais points</translation>
    </message>
    <message>
        <source>Find the dots</source>
        <translation>Trouver les points</translation>
    </message>
    <message>
        <source>Place the picture</source>
        <translation>Placer l’image</translation>
    </message>
    <message>
        <source>Before a figure goes to a journal: finds its dots, places it by its borders, and asks whom it gives away. The verdict stands on top of the report; where it is not safe, the largest resolution and the symbols at which the picture would pass come next. Give the true points where you have them; a picture that was not compared with them is never called safe.</source>
        <translation>Avant qu’une figure parte à une revue : trouve ses points, la place par ses frontières et dit qui elle révèle. Le verdict est en tête du rapport ; si l’image n’est pas sûre, la plus grande résolution et les symboles avec lesquels elle serait conforme suivent. Donnez les points réels si vous les avez ; une image qui n’a pas été comparée avec eux n’est jamais dite sûre.</translation>
    </message>
    <message>
        <source>figure, picture, journal, submission, re-identification, attack, image</source>
        <translation>figure, image, revue, soumission, réidentification, attaque, carte</translation>
    </message>
    <message>
        <source>Census or postal areas.</source>
        <translation>Zones de recensement ou postales.</translation>
    </message>
    <message>
        <source>Field with a distinct code per area.</source>
        <translation>Champ avec un code distinct par zone.</translation>
    </message>
    <message>
        <source>A published threshold in place of the number, such as ema_0070 or trusted_5; the report names its source.</source>
        <translation>Un seuil publié au lieu du nombre, comme ema_0070 ou trusted_5 ; le rapport nomme sa source.</translation>
    </message>
    <message>
        <source>The picture as it would be submitted: PNG, JPEG, TIFF, PDF or SVG.</source>
        <translation>L’image telle qu’elle serait soumise : PNG, JPEG, TIFF, PDF ou SVG.</translation>
    </message>
    <message>
        <source>Highest acceptable chance that a dot leads to its person: 0.091 asks for 11 candidates.</source>
        <translation>Plus grande probabilité acceptable qu’un point mène à la personne qu’il représente : 0,091 exige 11 candidats.</translation>
    </message>
    <message>
        <source>The masked layer, where the picture shows one: it says how many dots the picture must show.</source>
        <translation>La couche masquée, si l’image en montre une : elle dit combien de points l’image doit montrer.</translation>
    </message>
    <message>
        <source>Borders or coasts that the picture shows.</source>
        <translation>Frontières ou côtes que l’image montre.</translation>
    </message>
    <message>
        <source>The places that must stay secret, one point per record.</source>
        <translation>Les lieux qui doivent rester secrets, un point par enregistrement.</translation>
    </message>
    <message>
        <source>Field with the people of each area.</source>
        <translation>Champ des habitants de chaque zone.</translation>
    </message>
    <message>
        <source>Verdict, and largest resolution that passes, as JSON.</source>
        <translation>Verdict et plus grande résolution qui passe, en JSON.</translation>
    </message>
    <message>
        <source>Resolutions and symbols, with the records each would expose. Internal.</source>
        <translation>Résolutions et symboles, avec les enregistrements que chacun exposerait. Interne.</translation>
    </message>
    <message>
        <source>Dots with the record of each. Internal.</source>
        <translation>Les points avec l’enregistrement de chacun. Interne.</translation>
    </message>
    <message>
        <source>The verdict and why. Internal: do not release.</source>
        <translation>Le verdict et pourquoi. Interne : ne pas diffuser.</translation>
    </message>
    <message>
        <source>Dots found and how exactly.</source>
        <translation>Les points trouvés et avec quelle exactitude.</translation>
    </message>
    <message>
        <source>The picture as a map layer.</source>
        <translation>L’image comme couche de carte.</translation>
    </message>
    <message>
        <source>Limit (without a preset)</source>
        <translation>Limite (sans préréglage)</translation>
    </message>
    <message>
        <source>Borders</source>
        <translation>Frontières</translation>
    </message>
    <message>
        <source>Report on the dots</source>
        <translation>Rapport sur les points</translation>
    </message>
    <message>
        <source>Picture in its place</source>
        <translation>Image à sa place</translation>
    </message>
    <message>
        <source>Address mask</source>
        <translation>Masque aux adresses</translation>
    </message>
    <message>
        <source>Compare the masks</source>
        <translation>Comparer les masques</translation>
    </message>
    <message>
        <source>Donut mask</source>
        <translation>Masque en anneau</translation>
    </message>
    <message>
        <source>Merged areas mask</source>
        <translation>Masque par zones réunies</translation>
    </message>
    <message>
        <source>Gaussian mask</source>
        <translation>Masque gaussien</translation>
    </message>
    <message>
        <source>Geo-indistinguishable mask</source>
        <translation>Masque géo-indiscernable</translation>
    </message>
    <message>
        <source>Grid mask</source>
        <translation>Masque à grille</translation>
    </message>
    <message>
        <source>LP mask</source>
        <translation>Masque PL</translation>
    </message>
    <message>
        <source>Street mask</source>
        <translation>Masque le long des rues</translation>
    </message>
    <message>
        <source>All addresses of the region: a mask that moves to one of the nearest is compared, too.</source>
        <translation>Toutes les adresses de la région : un masque qui déplace vers l’une des plus proches est comparé aussi.</translation>
    </message>
    <message>
        <source>Masks the same patients in six ways and measures each: how far records move, among how many people each can hide, and what the pattern loses. Streets and addresses add a mask each. Everything it writes is internal.</source>
        <translation>Masque les mêmes patients de six façons et mesure chacune : de combien les enregistrements se déplacent, parmi combien de personnes chacun peut se fondre, et ce que perd la configuration. Les rues et les adresses ajoutent chacune un masque. Tout ce qu’il écrit est interne.</translation>
    </message>
    <message>
        <source>donut, jitter, compare, displacement, elimination, geo-indistinguishability</source>
        <translation>beignet, bruiter, comparer, déplacement, élimination, géo-indiscernabilité</translation>
    </message>
    <message>
        <source>How sure anybody who studies the map may be that a person is one of the patients: 0.091 for 1 in 11, as for the web. Used without a preset.</source>
        <translation>À quel point quiconque étudie la carte peut être sûr qu’une personne est l’un des patients : 0,091 pour 1 sur 11, comme pour le web. Utilisé sans préréglage.</translation>
    </message>
    <message>
        <source>Lines of streets: a mask that moves along them is compared, too. Empty: without it.</source>
        <translation>Lignes des rues : un masque qui déplace le long d’elles est comparé lui aussi. Vide : sans lui.</translation>
    </message>
    <message>
        <source>A row for each mask. Internal.</source>
        <translation>Une ligne par masque. Interne.</translation>
    </message>
    <message>
        <source>Figures as JSON.</source>
        <translation>Chiffres en JSON.</translation>
    </message>
    <message>
        <source>The masks side by side. Internal: do not release.</source>
        <translation>Les masques côte à côte. Interne : ne pas diffuser.</translation>
    </message>
    <message>
        <source>Risk bound (without a preset)</source>
        <translation>Borne du risque (sans préréglage)</translation>
    </message>
    <message>
        <source>Publish counts by area</source>
        <translation>Publier des effectifs par zone</translation>
    </message>
    <message>
        <source>Merge the areas</source>
        <translation>Fusionner les zones</translation>
    </message>
    <message>
        <source>Draw the map</source>
        <translation>Dessiner la carte</translation>
    </message>
    <message>
        <source>Count and release</source>
        <translation>Compter et diffuser</translation>
    </message>
    <message>
        <source>Zones are numbered as in the table. Small counts are withheld.</source>
        <translation>Les zones sont numérotées comme dans le tableau. Les petits effectifs sont masqués.</translation>
    </message>
    <message>
        <source>Merges areas into the smallest connected zones that hold enough people, never across a boundary unit. Counts the patients of each and withholds small counts, so that nobody can compute them. The release and its report may leave the building.</source>
        <translation>Fusionne des zones en les plus petits secteurs d’un seul tenant qui comptent assez de personnes, sans jamais franchir une unité de limite. Compte les patients de chacun et masque les petits effectifs, pour que personne ne puisse les calculer. La diffusion et son rapport peuvent sortir.</translation>
    </message>
    <message>
        <source>counts, aggregate, merge, region, zone, zip, postcode, postal code, suppress, suppression, small numbers, small cell, k-anonymity, choropleth, rates, anonymise, publish, release</source>
        <translation>effectifs, agréger, fusionner, région, secteur, code zip, code postal, supprimer, suppression, petits nombres, petite cellule, k-anonymat, choroplèthe, taux, anonymiser, publier, diffusion</translation>
    </message>
    <message>
        <source>A published threshold in place of the number below, for example hipaa_zip3 for more than 20 000 people; the report names its source.</source>
        <translation>Un seuil publié à la place du nombre ci-dessous, p. ex. hipaa_zip3 pour plus de 20 000 habitants ; le rapport en nomme la source.</translation>
    </message>
    <message>
        <source>Field with the unit (county, health unit) that no zone may cross. Empty: no boundary.</source>
        <translation>Champ de l’unité (comté, unité de santé) qu’aucun secteur ne peut franchir. Vide : pas de limite.</translation>
    </message>
    <message>
        <source>A published rule for small counts, for example cms_cell: no count of 1 to 10 is shown. Empty: the number below counts.</source>
        <translation>Une règle publiée pour les petits effectifs, p. ex. cms_cell : aucun effectif de 1 à 10 n’est montré. Vide : le nombre ci-dessous compte.</translation>
    </message>
    <message>
        <source>Patients who must live in each zone as well: with 11 no count is small and none is withheld. Empty: people alone count.</source>
        <translation>Patients que chaque secteur doit aussi compter : avec 11, aucun effectif n’est petit et aucun n’est masqué. Vide : seuls les habitants comptent.</translation>
    </message>
    <message>
        <source>suppress: withheld. round: rounded at random. cellkey: noise by keys of the patients, which needs their identifier.</source>
        <translation>suppress : masqués. round : arrondis au hasard. cellkey : bruit selon les clés des patients, dont l’identifiant est exigé.</translation>
    </message>
    <message>
        <source>Smaller counts, but 0, are withheld, with others where totals would reveal them. Empty: as the preset says, or 11.</source>
        <translation>Les effectifs plus petits, sauf 0, sont masqués, et d’autres avec eux si des totaux les livraient. Vide : selon le préréglage, ou 11.</translation>
    </message>
    <message>
        <source>People who must live in each zone; used without a preset.</source>
        <translation>Personnes qui doivent vivre dans chaque secteur ; utilisé sans préréglage.</translation>
    </message>
    <message>
        <source>Every area with its zone and status.</source>
        <translation>Chaque zone avec son secteur et son état.</translation>
    </message>
    <message>
        <source>How well the areas were merged.</source>
        <translation>Qualité de la fusion des zones.</translation>
    </message>
    <message>
        <source>The picture to publish.</source>
        <translation>L’image à publier.</translation>
    </message>
    <message>
        <source>Parameters, counts and figures as JSON.</source>
        <translation>Paramètres, effectifs et chiffres en JSON.</translation>
    </message>
    <message>
        <source>Zones with their people and counts of patients.</source>
        <translation>Secteurs avec leurs habitants et les effectifs de patients.</translation>
    </message>
    <message>
        <source>For the person who signs. Internal.</source>
        <translation>Pour la personne qui signe. Interne.</translation>
    </message>
    <message>
        <source>The same without internal facts.</source>
        <translation>Le même sans faits internes.</translation>
    </message>
    <message>
        <source>The same rows as CSV, without shapes.</source>
        <translation>Les mêmes lignes en CSV, sans géométrie.</translation>
    </message>
    <message>
        <source>Preset for small counts</source>
        <translation>Préréglage des petits effectifs</translation>
    </message>
    <message>
        <source>Fewest patients</source>
        <translation>Plus petit nombre de patients</translation>
    </message>
    <message>
        <source>Clustered areas</source>
        <translation>Zones regroupées</translation>
    </message>
    <message>
        <source>Report on the clusters</source>
        <translation>Rapport sur les secteurs</translation>
    </message>
    <message>
        <source>Picture of the map</source>
        <translation>Image de la carte</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tableau</translation>
    </message>
    <message>
        <source>Publish a masked dot map</source>
        <translation>Publier une carte de points masqués</translation>
    </message>
    <message>
        <source>Recover the masked points</source>
        <translation>Retrouver les points masqués</translation>
    </message>
    <message>
        <source>Look for true places</source>
        <translation>Chercher de vrais lieux</translation>
    </message>
    <message>
        <source>Price other bounds</source>
        <translation>Chiffrer d’autres bornes</translation>
    </message>
    <message>
        <source>Evaluate the mask</source>
        <translation>Évaluer le masque</translation>
    </message>
    <message>
        <source>Draw the masked map</source>
        <translation>Dessiner la carte masquée</translation>
    </message>
    <message>
        <source>Mask the patients</source>
        <translation>Masquer les patients</translation>
    </message>
    <message>
        <source>Write the report</source>
        <translation>Écrire le rapport</translation>
    </message>
    <message>
        <source>Draw the true map</source>
        <translation>Dessiner la vraie carte</translation>
    </message>
    <message>
        <source>Case (position masked)</source>
        <translation>Cas (position masquée)</translation>
    </message>
    <message>
        <source>True positions: internal, do not publish</source>
        <translation>Positions réelles : interne, ne pas publier</translation>
    </message>
    <message>
        <source>Case (true place)</source>
        <translation>Cas (lieu réel)</translation>
    </message>
    <message>
        <source>From patients to a dot map that may be printed: masks the points within the risk bound, draws the map, attacks the picture, and puts guarantee, measures and verdict into one report to sign. The masked points and the release report may leave the building; everything marked internal may not.</source>
        <translation>Des patients à une carte de points qui peut être imprimée : masque les points dans la borne du risque, dessine la carte, attaque l’image, et réunit garantie, mesures et verdict dans un rapport à signer. Les points masqués et le rapport de diffusion peuvent sortir ; ce qui est marqué interne, non.</translation>
    </message>
    <message>
        <source>dot map, jitter, anonymise, de-identify, geomask, k-anonymity, point map, publish, patients</source>
        <translation>carte de points, bruiter, anonymiser, dépersonnaliser, géomasque, k-anonymat, publier, patients</translation>
    </message>
    <message>
        <source>Resolution of the picture: 100 for the web, 300 for print.</source>
        <translation>Résolution de l’image : 100 pour le Web, 300 pour l’impression.</translation>
    </message>
    <message>
        <source>Fields copied to the released layer. None by default.</source>
        <translation>Champs copiés dans la couche diffusée. Aucun par défaut.</translation>
    </message>
    <message>
        <source>Borders or coasts drawn under the dots, such as counties: a stranger could place the picture by them.</source>
        <translation>Frontières ou côtes dessinées sous les points, p. ex. des comtés : un inconnu pourrait y caler l’image.</translation>
    </message>
    <message>
        <source>Heading of the map and of the report.</source>
        <translation>Titre de la carte et du rapport.</translation>
    </message>
    <message>
        <source>The people whom a masked point at each place stands for: whoever analyses the points compares them with these.</source>
        <translation>Les personnes que représente un point masqué en chaque lieu : qui analyse les points les compare à celles-ci.</translation>
    </message>
    <message>
        <source>True places of the records that a check names. Never release.</source>
        <translation>Vrais lieux des enregistrements qu’une vérification nomme. À ne jamais diffuser.</translation>
    </message>
    <message>
        <source>True to masked place of each record. Never release.</source>
        <translation>Du vrai lieu au lieu masqué de chaque enregistrement. Ne jamais diffuser.</translation>
    </message>
    <message>
        <source>The probabilities by which records were moved.</source>
        <translation>Les probabilités selon lesquelles les enregistrements ont été déplacés.</translation>
    </message>
    <message>
        <source>The verdict and its figures as JSON.</source>
        <translation>Le verdict et ses chiffres en JSON.</translation>
    </message>
    <message>
        <source>For the person who signs. Internal: it shows the true map.</source>
        <translation>Pour la personne qui signe. Interne : il montre la vraie carte.</translation>
    </message>
    <message>
        <source>Title of the map</source>
        <translation>Titre de la carte</translation>
    </message>
    <message>
        <source>Flagged records</source>
        <translation>Enregistrements signalés</translation>
    </message>
    <message>
        <source>Withheld, but known exactly</source>
        <translation>Masqué, mais connu exactement</translation>
    </message>
    <message>
        <source>Withheld, fewer than 11 possible values</source>
        <translation>Masqué, moins de 11 valeurs possibles</translation>
    </message>
    <message>
        <source>Withheld and protected</source>
        <translation>Masqué et protégé</translation>
    </message>
    <message>
        <source>Printed</source>
        <translation>Imprimé</translation>
    </message>
    <message>
        <source>Area</source>
        <translation>Zone</translation>
    </message>
    <message>
        <source>Zone, colour 1</source>
        <translation>Secteur, couleur 1</translation>
    </message>
    <message>
        <source>Zone, colour 2</source>
        <translation>Secteur, couleur 2</translation>
    </message>
    <message>
        <source>Zone, colour 3</source>
        <translation>Secteur, couleur 3</translation>
    </message>
    <message>
        <source>Zone, colour 4</source>
        <translation>Secteur, couleur 4</translation>
    </message>
    <message>
        <source>Zone, colour 5</source>
        <translation>Secteur, couleur 5</translation>
    </message>
    <message>
        <source>Zone, colour 6</source>
        <translation>Secteur, couleur 6</translation>
    </message>
    <message>
        <source>Zone, colour 7</source>
        <translation>Secteur, couleur 7</translation>
    </message>
    <message>
        <source>Withheld: the threshold cannot be met</source>
        <translation>Non publié : le seuil ne peut être atteint</translation>
    </message>
    <message>
        <source>Outside every boundary unit</source>
        <translation>Hors de toute unité</translation>
    </message>
    <message>
        <source>Shared by too few people</source>
        <translation>Partagé par trop peu de personnes</translation>
    </message>
    <message>
        <source>Released, colour 1</source>
        <translation>Diffusé, couleur 1</translation>
    </message>
    <message>
        <source>Released, colour 2</source>
        <translation>Diffusé, couleur 2</translation>
    </message>
    <message>
        <source>Released, colour 3</source>
        <translation>Diffusé, couleur 3</translation>
    </message>
    <message>
        <source>Released, colour 4</source>
        <translation>Diffusé, couleur 4</translation>
    </message>
    <message>
        <source>Released, colour 5</source>
        <translation>Diffusé, couleur 5</translation>
    </message>
    <message>
        <source>Released, colour 6</source>
        <translation>Diffusé, couleur 6</translation>
    </message>
    <message>
        <source>Released, colour 7</source>
        <translation>Diffusé, couleur 7</translation>
    </message>
    <message>
        <source>Fewer than 1 000 people</source>
        <translation>Moins de 1 000 personnes</translation>
    </message>
    <message>
        <source>1 000 to 5 000 people</source>
        <translation>1 000 à 5 000 personnes</translation>
    </message>
    <message>
        <source>5 000 to 20 000 people</source>
        <translation>5 000 à 20 000 personnes</translation>
    </message>
    <message>
        <source>20 000 people or more</source>
        <translation>20 000 personnes ou plus</translation>
    </message>
    <message>
        <source>Outside of all areas</source>
        <translation>Hors de toutes les zones</translation>
    </message>
    <message>
        <source>Hardly anybody</source>
        <translation>Presque personne</translation>
    </message>
    <message>
        <source>Hidden among fewer than 5</source>
        <translation>Caché parmi moins de 5</translation>
    </message>
    <message>
        <source>Hidden among 5 or more</source>
        <translation>Caché parmi 5 ou plus</translation>
    </message>
    <message>
        <source>Not measured</source>
        <translation>Non mesuré</translation>
    </message>
    <message>
        <source>No patient lives here</source>
        <translation>Aucun patient ne vit ici</translation>
    </message>
    <message>
        <source>More than half are found</source>
        <translation>Plus de la moitié sont trouvés</translation>
    </message>
    <message>
        <source>More than 1 in 11 are found</source>
        <translation>Plus de 1 sur 11 sont trouvés</translation>
    </message>
    <message>
        <source>1 in 11 or fewer are found</source>
        <translation>1 sur 11 ou moins sont trouvés</translation>
    </message>
    <message>
        <source>Nearest</source>
        <translation>Le plus proche</translation>
    </message>
    <message>
        <source>Second</source>
        <translation>Deuxième</translation>
    </message>
    <message>
        <source>Further</source>
        <translation>Plus loin</translation>
    </message>
    <message>
        <source>A dot that stands for no record</source>
        <translation>Un point qui ne représente aucun enregistrement</translation>
    </message>
    <message>
        <source>A record, at its exact address</source>
        <translation>Un enregistrement, à son adresse exacte</translation>
    </message>
    <message>
        <source>A record, near its place</source>
        <translation>Un enregistrement, près de son lieu</translation>
    </message>
    <message>
        <source>Withheld to protect people</source>
        <translation>Masqué pour protéger des personnes</translation>
    </message>
    <message>
        <source>No record</source>
        <translation>Aucun enregistrement</translation>
    </message>
    <message>
        <source>Rate: lowest quarter</source>
        <translation>Taux : quart le plus bas</translation>
    </message>
    <message>
        <source>Rate: second quarter</source>
        <translation>Taux : deuxième quart</translation>
    </message>
    <message>
        <source>Rate: third quarter</source>
        <translation>Taux : troisième quart</translation>
    </message>
    <message>
        <source>Rate: highest quarter</source>
        <translation>Taux : quart le plus haut</translation>
    </message>
    <message>
        <source>Not counted</source>
        <translation>Non compté</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>Enregistrement</translation>
    </message>
    <message>
        <source>Density: lowest quarter</source>
        <translation>Densité : quart le plus bas</translation>
    </message>
    <message>
        <source>Density: second quarter</source>
        <translation>Densité : deuxième quart</translation>
    </message>
    <message>
        <source>Density: third quarter</source>
        <translation>Densité : troisième quart</translation>
    </message>
    <message>
        <source>Density: highest quarter</source>
        <translation>Densité : quart le plus haut</translation>
    </message>
    <message>
        <source>No case</source>
        <translation>Aucun cas</translation>
    </message>
    <message>
        <source>More cases than expected</source>
        <translation>Plus de cas qu’attendu</translation>
    </message>
    <message>
        <source>No more cases than expected</source>
        <translation>Pas plus de cas qu’attendu</translation>
    </message>
</context>
</TS>
