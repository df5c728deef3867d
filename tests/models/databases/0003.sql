BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0003');
CREATE TABLE card_photo (
	id INTEGER NOT NULL, 
	game VARCHAR(80) NOT NULL, 
	kind VARCHAR(80) NOT NULL, 
	card VARCHAR(80) NOT NULL, 
	thumbnail BLOB NOT NULL, 
	descriptor BLOB NOT NULL, 
	at BIGINT NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE copy_record (
	game VARCHAR(80) NOT NULL, 
	kind VARCHAR(80) NOT NULL, 
	id VARCHAR(80) NOT NULL, 
	data TEXT NOT NULL, 
	at BIGINT NOT NULL, 
	PRIMARY KEY (game, kind, id)
);
INSERT INTO "copy_record" VALUES('kavicsok','stones','opal','{"points":5,"source":"box","sure":true}',1794812041208);
CREATE TABLE entry (
	session_id VARCHAR(32) NOT NULL, 
	number INTEGER NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	move TEXT, 
	target INTEGER NOT NULL, 
	kept INTEGER NOT NULL, 
	text TEXT NOT NULL, 
	record TEXT, 
	digest VARCHAR(64) NOT NULL, 
	auto BOOLEAN NOT NULL, 
	evidence VARCHAR(64) NOT NULL, 
	at BIGINT NOT NULL, 
	PRIMARY KEY (session_id, number), 
	FOREIGN KEY(session_id) REFERENCES session (id)
);
INSERT INTO "entry" VALUES('db946276757045fdbe204ea70536519f',1,'move','- roll value=1',0,0,'',NULL,'8e66c2d20c3b7cb697db6fc6',0,'',1794812041225);
INSERT INTO "entry" VALUES('db946276757045fdbe204ea70536519f',2,'move','0 take amount=1',0,0,'',NULL,'195720c9acb3265fcac230b4',0,'',1794812041235);
INSERT INTO "entry" VALUES('db946276757045fdbe204ea70536519f',3,'move','- turn',0,0,'',NULL,'610c3ae13ce6d5e7f7409c4c',1,'',1794812041239);
INSERT INTO "entry" VALUES('db946276757045fdbe204ea70536519f',4,'move','- roll value=1',0,0,'',NULL,'ac5d18a8fa2952d7df72eb0b',0,'',1794812041243);
INSERT INTO "entry" VALUES('db946276757045fdbe204ea70536519f',5,'move','1 take amount=1',0,0,'',NULL,'7f7b32e61c19e212ca4b90f0',0,'',1794812041247);
INSERT INTO "entry" VALUES('db946276757045fdbe204ea70536519f',6,'move','- turn',0,0,'',NULL,'c0fc8335281d7de67b3634b5',1,'',1794812041251);
INSERT INTO "entry" VALUES('db946276757045fdbe204ea70536519f',7,'move','- roll value=1',0,0,'',NULL,'c3aadd7c371ac53db3c8c389',0,'',1794812041255);
INSERT INTO "entry" VALUES('db946276757045fdbe204ea70536519f',8,'move','0 take amount=1',0,0,'',NULL,'d183cce9499d41055a4525b2',0,'',1794812041263);
INSERT INTO "entry" VALUES('db946276757045fdbe204ea70536519f',9,'move','- turn',0,0,'',NULL,'24c1ce33f187181721f7d931',1,'',1794812041267);
CREATE TABLE photo (
	session_id VARCHAR(32) NOT NULL, 
	id VARCHAR(64) NOT NULL, 
	data BLOB NOT NULL, 
	at BIGINT NOT NULL, 
	PRIMARY KEY (session_id, id), 
	FOREIGN KEY(session_id) REFERENCES session (id)
);
CREATE TABLE play (
	id VARCHAR(32) NOT NULL, 
	game VARCHAR(80) NOT NULL, 
	title VARCHAR(80) NOT NULL, 
	created BIGINT NOT NULL, 
	touched BIGINT NOT NULL, 
	place VARCHAR(80) NOT NULL, 
	data TEXT, 
	outcome TEXT NOT NULL, 
	photo BLOB, 
	source VARCHAR(80) NOT NULL, 
	corrects VARCHAR(32) NOT NULL, 
	hidden BOOLEAN NOT NULL, 
	at BIGINT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "play" VALUES('a24eef3d02414649af203e9defc8eefd','','Falu',1000,61000,'Nagyi','{"cells":[[2,2],[1,4]],"players":["Anna","Béla"],"sheet":{"categories":[{"counts":true,"factor":3,"minus":false,"name":"Ház","photo":"","steps":[]},{"counts":false,"factor":1,"minus":false,"name":"Kavics","photo":"","steps":[]}],"family":"categories","least":1,"limit":null,"most":12,"ties":[{"category":"Kavics","wins":"most"}],"title":"Falu","wins":"most"},"won":null}','{"ending":"won","lines":[{"cite":{"page":null,"rule":"sheet","source":"core"},"detail":{"args":[["n",2],["factor",3]],"key":"core.sheet.times"},"key":"row0","label":{"args":[["value","Ház"]],"key":"core.value"},"points":6,"seat":0},{"cite":{"page":null,"rule":"sheet","source":"core"},"detail":{"args":[["n",2],["factor",3]],"key":"core.sheet.times"},"key":"row0","label":{"args":[["value","Ház"]],"key":"core.value"},"points":6,"seat":1}],"ranks":[[1],[0]],"reason":{"args":[],"key":"core.ending.won"},"trace":[{"cite":{"page":null,"rule":"sheet","source":"core"},"label":{"args":[["name","Kavics"]],"key":"core.sheet.tie_most"},"left":[1],"place":1,"rule":"tie0","values":[[0,1],[1,4]]}],"winners":[1]}',NULL,'','',0,1794956981941);
CREATE TABLE play_seat (
	play_id VARCHAR(32) NOT NULL, 
	seat INTEGER NOT NULL, 
	name VARCHAR(80) NOT NULL, 
	colour VARCHAR(80) NOT NULL, 
	points BIGINT NOT NULL, 
	rank INTEGER NOT NULL, 
	won BOOLEAN NOT NULL, 
	side VARCHAR(80) NOT NULL, 
	PRIMARY KEY (play_id, seat), 
	FOREIGN KEY(play_id) REFERENCES play (id)
);
INSERT INTO "play_seat" VALUES('a24eef3d02414649af203e9defc8eefd',0,'Anna','amber',6,2,0,'');
INSERT INTO "play_seat" VALUES('a24eef3d02414649af203e9defc8eefd',1,'Béla','blue',6,1,1,'');
CREATE TABLE reading (
	session_id VARCHAR(32) NOT NULL, 
	number INTEGER NOT NULL, 
	photo_id VARCHAR(64) NOT NULL, 
	readings TEXT NOT NULL, 
	chosen TEXT NOT NULL, 
	PRIMARY KEY (session_id, number), 
	FOREIGN KEY(session_id, photo_id) REFERENCES photo (session_id, id)
);
CREATE TABLE result (
	session_id VARCHAR(32) NOT NULL, 
	seat INTEGER NOT NULL, 
	entries INTEGER NOT NULL, 
	points INTEGER NOT NULL, 
	place INTEGER NOT NULL, 
	won BOOLEAN NOT NULL, 
	side VARCHAR(80) NOT NULL, 
	side_said TEXT, 
	PRIMARY KEY (session_id, seat), 
	FOREIGN KEY(session_id) REFERENCES session (id)
);
CREATE TABLE seat (
	session_id VARCHAR(32) NOT NULL, 
	seat INTEGER NOT NULL, 
	name VARCHAR(80) NOT NULL, 
	colour VARCHAR(80) NOT NULL, 
	PRIMARY KEY (session_id, seat), 
	FOREIGN KEY(session_id) REFERENCES session (id)
);
INSERT INTO "seat" VALUES('db946276757045fdbe204ea70536519f',0,'Anna','red');
INSERT INTO "seat" VALUES('db946276757045fdbe204ea70536519f',1,'Béla','blue');
CREATE TABLE session (
	id VARCHAR(32) NOT NULL, 
	game VARCHAR(80) NOT NULL, 
	seats INTEGER NOT NULL, 
	options TEXT NOT NULL, 
	start TEXT, 
	catalog TEXT NOT NULL, 
	title VARCHAR(80) NOT NULL, 
	made_with VARCHAR(80) NOT NULL, 
	created BIGINT NOT NULL, 
	touched BIGINT NOT NULL, 
	hidden BOOLEAN NOT NULL, 
	finished BOOLEAN NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "session" VALUES('db946276757045fdbe204ea70536519f','kavicsok',2,'{"blocking":true,"last_tie":"shared"}',NULL,'{"stones":{"crystal":{"points":3,"source":"our own rules","sure":true},"opal":{"points":null,"source":"our own rules","sure":false}}}','','0.1.0',1794812041219,1794812041267,0,0);
CREATE TABLE sheet (
	id VARCHAR(32) NOT NULL, 
	title VARCHAR(80) NOT NULL, 
	data TEXT NOT NULL, 
	at BIGINT NOT NULL, 
	hidden BOOLEAN NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "sheet" VALUES('d9f2d8048e4d4326ac67c34d7c6159c0','Falu','{"categories":[{"counts":true,"factor":3,"minus":false,"name":"Ház","photo":"","steps":[]},{"counts":false,"factor":1,"minus":false,"name":"Kavics","photo":"","steps":[]}],"family":"categories","least":1,"limit":null,"most":12,"ties":[{"category":"Kavics","wins":"most"}],"title":"Falu","wins":"most"}',1794956982029,0);
CREATE TABLE snapshot (
	session_id VARCHAR(32) NOT NULL, 
	version INTEGER NOT NULL, 
	state TEXT NOT NULL, 
	PRIMARY KEY (session_id, version), 
	FOREIGN KEY(session_id) REFERENCES session (id)
);
CREATE INDEX ix_session_game ON session (game);
CREATE INDEX ix_session_touched ON session (touched);
CREATE INDEX ix_seat_name ON seat (name);
CREATE INDEX ix_reading_photo ON reading (session_id, photo_id);
CREATE INDEX ix_card_photo_game ON card_photo (game);
CREATE TRIGGER entry_no_update BEFORE UPDATE ON entry BEGIN SELECT RAISE(ABORT, 'entries are only ever added'); END;
CREATE TRIGGER entry_no_delete BEFORE DELETE ON entry BEGIN SELECT RAISE(ABORT, 'entries are only ever added'); END;
CREATE INDEX ix_play_game ON play (game);
CREATE INDEX ix_play_touched ON play (touched);
CREATE INDEX ix_play_source ON play (source);
CREATE INDEX ix_play_seat_name ON play_seat (name);
COMMIT;
