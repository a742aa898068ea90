document.title = "ScoreSnap";
